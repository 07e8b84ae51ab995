---@meta uberc
-- The API of `.fx.lua` sidecars, for editors that read LuaCATS annotations. Never loaded by uberc itself.

---@class FillMode.Member

---@class FillMode.Enum
---@field Solid FillMode.Member
---@field Wireframe FillMode.Member
FillMode = {}

---@class CullMode.Member

---@class CullMode.Enum
---@field None CullMode.Member
---@field CW CullMode.Member
---@field CCW CullMode.Member
CullMode = {}

---@class FrontFace.Member

---@class FrontFace.Enum
---@field CW FrontFace.Member
---@field CCW FrontFace.Member
FrontFace = {}

---@class ComparisonFunc.Member

---@class ComparisonFunc.Enum
---@field Never ComparisonFunc.Member
---@field Less ComparisonFunc.Member
---@field Equal ComparisonFunc.Member
---@field LEqual ComparisonFunc.Member
---@field Greater ComparisonFunc.Member
---@field NotEqual ComparisonFunc.Member
---@field GEqual ComparisonFunc.Member
---@field Always ComparisonFunc.Member
ComparisonFunc = {}

---@class BlendMode.Member

---@class BlendMode.Enum
---@field Zero BlendMode.Member
---@field One BlendMode.Member
---@field SrcColor BlendMode.Member
---@field InvSrcColor BlendMode.Member
---@field SrcAlpha BlendMode.Member
---@field InvSrcAlpha BlendMode.Member
---@field DestAlpha BlendMode.Member
---@field InvDestAlpha BlendMode.Member
---@field DestColor BlendMode.Member
---@field InvDestColor BlendMode.Member
---@field SrcAlphaSat BlendMode.Member
---@field BlendFactor BlendMode.Member
---@field InvBlendFactor BlendMode.Member
---@field Src1Color BlendMode.Member
---@field InvSrc1Color BlendMode.Member
---@field Src1Alpha BlendMode.Member
---@field InvSrc1Alpha BlendMode.Member
BlendMode = {}

---@class BlendOp.Member

---@class BlendOp.Enum
---@field Add BlendOp.Member
---@field Subtract BlendOp.Member
---@field RevSubtract BlendOp.Member
---@field Min BlendOp.Member
---@field Max BlendOp.Member
BlendOp = {}

---@class Stencil.Member

---@class Stencil.Enum
---@field Keep Stencil.Member
---@field Zero Stencil.Member
---@field Replace Stencil.Member
---@field IncrSat Stencil.Member
---@field DecrSat Stencil.Member
---@field Invert Stencil.Member
---@field Incr Stencil.Member
---@field Decr Stencil.Member
Stencil = {}

---@class ColorWriteState.Member

---@class ColorWriteState.Enum
---@field ____ ColorWriteState.Member
---@field R___ ColorWriteState.Member
---@field _G__ ColorWriteState.Member
---@field RG__ ColorWriteState.Member
---@field __B_ ColorWriteState.Member
---@field R_B_ ColorWriteState.Member
---@field _GB_ ColorWriteState.Member
---@field RGB_ ColorWriteState.Member
---@field ___A ColorWriteState.Member
---@field R__A ColorWriteState.Member
---@field _G_A ColorWriteState.Member
---@field RG_A ColorWriteState.Member
---@field __BA ColorWriteState.Member
---@field R_BA ColorWriteState.Member
---@field _GBA ColorWriteState.Member
---@field RGBA ColorWriteState.Member
ColorWriteState = {}

---One render target; a field that is not written is as in the render state.
---@class RenderTargetObject
---@field AlphaBlendEnable boolean
---@field SrcBlend BlendMode.Member
---@field DstBlend BlendMode.Member
---@field BlendOp BlendOp.Member
---@field SrcBlendAlpha BlendMode.Member
---@field DstBlendAlpha BlendMode.Member
---@field BlendOpAlpha BlendOp.Member
---@field ColorWriteState ColorWriteState.Member which channels are written

---@class RenderStateObject
---@field FillMode FillMode.Member how triangles are filled (default: FillMode.Solid)
---@field CullMode CullMode.Member which winding is culled (default: CullMode.CCW)
---@field FrontFace FrontFace.Member which winding is a front face (default: FrontFace.CW)
---@field ZEnable boolean depth test (default: true)
---@field ZWriteEnable boolean depth writes (default: true)
---@field ZFunc ComparisonFunc.Member depth test passes where this holds (default: ComparisonFunc.LEqual)
---@field DepthBias number whole number, in units of the smallest depth difference (default: 0)
---@field SlopeScaleDepthBias number times the largest depth slope (default: 0)
---@field DepthBiasClamp number largest bias; 0: none (default: 0)
---@field DepthClip boolean clip at the near and far plane (default: true)
---@field ScissorTestEnable boolean pixels outside of the scissor rectangle are not drawn (default: false)
---@field MultisampleEnable boolean lines and triangles cover samples, not pixels (default: true)
---@field AlphaToCoverage boolean alpha chooses the covered samples (default: false)
---@field SampleMask number the samples that are written, a bit each (default: 4294967295)
---@field AlphaTestEnable boolean for engines and interfaces that test alpha (default: false)
---@field AlphaTestFunc ComparisonFunc.Member a pixel is drawn where alpha compares so with `AlphaTestRef` (default: ComparisonFunc.Always)
---@field AlphaTestRef number alpha in 1/255 (default: 0)
---@field BlendFactor number[] of `BlendMode.BlendFactor` (default: {1, 1, 1, 1})
---@field StencilEnable boolean stencil test (default: false)
---@field StencilRef number what the stencil buffer is compared with (default: 0)
---@field StencilMask number the bits that are compared (default: 255)
---@field StencilWriteMask number the bits that are written (default: 255)
---@field StencilFunc ComparisonFunc.Member stencil test passes where this holds (default: ComparisonFunc.Always)
---@field StencilPass Stencil.Member where both tests pass (default: Stencil.Keep)
---@field StencilFail Stencil.Member where the stencil test fails (default: Stencil.Keep)
---@field StencilZFail Stencil.Member where the depth test fails (default: Stencil.Keep)
---@field StencilBackFunc ComparisonFunc.Member as the front face until it is written (default: ComparisonFunc.Always)
---@field StencilBackPass Stencil.Member as the front face until it is written (default: Stencil.Keep)
---@field StencilBackFail Stencil.Member as the front face until it is written (default: Stencil.Keep)
---@field StencilBackZFail Stencil.Member as the front face until it is written (default: Stencil.Keep)
---@field AlphaBlendEnable boolean blending (default: false)
---@field SrcBlend BlendMode.Member factor of the written colour (default: BlendMode.One)
---@field DstBlend BlendMode.Member factor of the target's colour (default: BlendMode.Zero)
---@field BlendOp BlendOp.Member how both are combined (default: BlendOp.Add)
---@field SrcBlendAlpha BlendMode.Member the same for alpha (default: BlendMode.One)
---@field DstBlendAlpha BlendMode.Member the same for alpha (default: BlendMode.Zero)
---@field BlendOpAlpha BlendOp.Member the same for alpha (default: BlendOp.Add)
---@field ColorWriteState ColorWriteState.Member which channels are written (default: ColorWriteState.RGBA)
---@field RenderTarget table<integer, RenderTargetObject> overrides by target, 0 to 7

---@class TechniqueObject
---@field VertexShader? string the entry point: `main`, or one of another file: `mesh.vert:main`
---@field PixelShader? string the entry point: `main`, or one of another file: `mesh.vert:main`
---@field ComputeShader? string the entry point: `main`, or one of another file: `mesh.vert:main`
---@field HullShader? string the entry point: `main`, or one of another file: `mesh.vert:main`
---@field DomainShader? string the entry point: `main`, or one of another file: `mesh.vert:main`
---@field GeometryShader? string the entry point: `main`, or one of another file: `mesh.vert:main`
---@field AmplificationShader? string the entry point (GLSL's task shader)
---@field MeshShader? string the entry point: `main`, or one of another file: `mesh.vert:main`
---@field RenderState RenderStateObject assigning one copies it
---@field VertexFormat? string a name for the engine
---@field Defines table<string, number|string|boolean> macros of its stages: `true` is 1, `false` is 0
---@field Profile? string shader model of all its stages, such as "6_2": for dxc, fxc and `__SHADER_TARGET_MAJOR`; default: `profile` of uberc.toml
---@field Metadata table<string, number|string|boolean> what the engine reads back with it
---@field from_info fun(self: TechniqueObject, ...: string): TechniqueObject stages and sources of create infos (`create-infos` of uberc.toml)

---@class BranchObject

---@class ShaderObject
---@field Technique TechniqueObject the technique of a shader without `Specialize`
---@field Branches (string|BranchObject)[] in the order of their bits
---@field Specialize? fun(permutation: table<string, any>): TechniqueObject?, table<string, any>? called for the permutations whose techniques may differ
---@field Source? string text, used instead of the file beside the sidecar
---@field Dialect "hlsl"|"glsl"|"bsl"|"psl"|"materialx" what the text is written in; unless set, what the file's extension or `[dialects]` of uberc.toml says
---@field Fallback? string|table<string, any> another shader's name, or branch values of this one
---@field Metadata table<string, number|string|boolean> what the engine reads back with it
---@field Options table<string, number|string|boolean> options of the generator that writes the text, such as `defines = "A=1;B"`: those of its section in uberc.toml
---@field Output? string what the generator makes of the text: its option `output`, for example `"bytecode"` of PSL

---@class MaterialFields
---@field name? string the name of the shader; default: that of the file. Shaders that materials share are `NAME/FIRST_MATERIAL`
---@field file? string|string[] documents, relative to the sidecar, to the project or to an include folder; default: the file beside the sidecar
---@field element? string|string[] paths of elements, such as `gold` or `graph/out`; default: all materials, and without materials all outputs
---@field prefix? string stands in front of the materials' names; `{document}` in it is the document's name
---@field options? table<string, number|string|boolean|string[]> options of the generator, which come before those of `[materialx]` in uberc.toml
---@field branches? (string|BranchObject)[] `Branches` of the shader: the text is made for each final value of an option

---@class NodeInput
---@field name string
---@field type string the type in MaterialX, such as "color3"
---@field value string the value as documents write it; "" where there is none
---@field connected boolean another node gives the value
---@field expression string the value in the text; the input itself stands for it in `..` and in interpolated strings

---@class NodeObject
---@field name string
---@field definition string the name of the node definition
---@field inputs table<string, NodeInput>
---@field outputs table<string, string> variables of the pixel stage that the code assigns

---@class StageObject
---@field name "vertex"|"pixel"
---@field uniform fun(self: StageObject, name: string, type: string, default?: any): string declares a uniform of the stage, and gives its name
---@field input fun(self: StageObject, name: string, type: string): string declares a vertex input, and gives its name
---@field connector fun(self: StageObject, name: string, type: string): string declares a value from the vertex to the pixel stage, and gives its name there
---@field include fun(self: StageObject, file: string) writes a file of the node libraries, once
---@field code fun(self: StageObject, text: string) writes functions, once
---@field line fun(self: StageObject, text: string) writes statements

---@class MaterialXLibrary
---@field generate fun(fields: MaterialFields): ShaderObject a shader of materials; those that differ in values alone share one
---@field implement fun(name: string, code: fun(node: NodeObject, stage: StageObject), settings?: { constants: string[] }) writes the code of an implementation in Lua, once for each node and stage; `constants`: inputs whose values it reads

---Shaders of MaterialX documents, and nodes that are written in Lua.
---@type MaterialXLibrary
MaterialX = {}

---Declares a shader.
---@param name string
---@return ShaderObject
function Shader(name) end

---A new technique, or a copy.
---@param from? TechniqueObject|table
---@return TechniqueObject
function Technique(from) end

---A new render state, or a copy.
---@param from? RenderStateObject|table
---@return RenderStateObject
function RenderState(from) end

---A branch of whole numbers, both ends included.
---@param name string
---@param min integer
---@param max integer
---@return BranchObject
function Int(name, min, max) end

---A branch of named values; `Specialize` sees the name, the shader the number from 0.
---@param name string
---@param members string[]
---@return BranchObject
function Enum(name, members) end

---The object-like macros of the preprocessed `.fx`: name to fully expanded text.
---@type table<string, string>
cpp = {}

---The target's name, such as "spirv".
---@type string
TARGET = ""

---@type boolean
RENDERER_DX9 = false

---@type boolean
RENDERER_DX11 = false

---@type boolean
RENDERER_DX12 = false

---@type boolean
RENDERER_VULKAN = false

---@type boolean
RENDERER_METAL = false

---@type boolean
RENDERER_GL = false

---@type boolean
RENDERER_GLES = false

---@type boolean
RENDERER_WEBGPU = false

---Opaque, depth tested and written, back faces culled.
---@type RenderStateObject
DefaultRenderState = {}

---Source alpha over the target, no depth writes.
---@type RenderStateObject
AlphaBlendRenderState = {}

---Added to the target, no depth writes.
---@type RenderStateObject
AdditiveRenderState = {}

---No colour writes.
---@type RenderStateObject
DepthOnlyRenderState = {}

---Loads a module from the project's `lua` search path.
---@param name string
---@return any
function require(name) end
