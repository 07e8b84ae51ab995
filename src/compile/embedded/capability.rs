//! The capability table: which stages, forms and constructs the embedded compiler can write.
//!
//! Lowering asks [`replaces_placeholders`]; the chains ask [`writes`], [`translates`] and [`makes`]; before a text form
//! is written, [`missing`] looks for the constructs of `LIMITS`. What naga's writers reject themselves is not listed:
//! their message is passed on.

use naga::front::spv;
use naga::proc::TypeResolution;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    ArraySize, Expression, GlobalVariable, Handle, ImageClass, ImageDimension, Module, Scalar, ScalarKind, Span,
    StorageAccess, StorageFormat, Type, TypeInner,
};
use rspirv::spirv::{Capability, StorageClass};

use super::{Refusal, constructs, layout_limits};
use crate::compile::ProgramForm;
use crate::compile::ProgramForm::{Gles, Glsl, HlslText, Msl, Webgl, Wgpu, Wgsl};
use crate::lower::{PushConstantForm, SpecialisationForm};
use crate::model::{Stage, Target};

/// Whether the `embedded` step writes a form.
pub fn writes(form: ProgramForm) -> bool {
    form == ProgramForm::Spirv || translates(form)
}

/// Whether the `naga` step writes a form, from SPIR-V.
pub fn translates(form: ProgramForm) -> bool {
    matches!(form, Wgsl | Wgpu | Msl | Glsl | Gles | Webgl | HlslText)
}

/// Whether the embedded compiler takes part in making a target: the target is a form that it writes, or is made of one
/// by another program.
pub const fn makes(target: Target) -> bool {
    !target.is_direct3d()
}

/// Whether naga has a stage.
pub const fn has_stage(stage: Stage) -> bool {
    !matches!(stage, Stage::Hull | Stage::Domain | Stage::Geometry)
}

/// Whether constructs that naga cannot represent may pass through it as something else
/// (`lower::Options::placeholders`): the SPIR-V passes put the construct back. These are typed buffers, results of
/// atomic functions on textures, layer and viewport indices, and distances as inputs.
pub fn replaces_placeholders(form: ProgramForm) -> bool {
    form == ProgramForm::Spirv
}

/// The form's push constants (`lower::Options::push_constants`).
pub fn push_constants(form: ProgramForm) -> PushConstantForm {
    match form {
        ProgramForm::HlslText => PushConstantForm::Rows,
        ProgramForm::Wgsl => PushConstantForm::RowMembers,
        _ => PushConstantForm::Words,
    }
}

/// Whether what is coherent between groups is atomic in it (`lower::Options::atomic_coherence`).
pub fn has_atomic_coherence(form: ProgramForm) -> bool {
    form == ProgramForm::Wgsl
}

/// Whether each element of an array of resources has a binding of its own: the language has no such arrays, or naga cannot write them.
pub fn splits_arrays(form: ProgramForm) -> bool {
    matches!(form, Wgsl | Glsl | Gles | Webgl)
}

/// Whether its comparing exchanges may fail for no reason (`lower::Options::weak_exchanges`), as those of Metal do.
pub fn has_weak_exchanges(form: ProgramForm) -> bool {
    matches!(form, Wgsl | Wgpu | Msl)
}

/// Whether `%` of a negative number is what the source means (`lower::Options::signed_remainders`). In GLSL it is undefined, and has the
/// sign of the second operand where SPIR-V is made of it.
pub fn has_signed_remainders(form: ProgramForm) -> bool {
    !matches!(form, Glsl | Gles | Webgl)
}

/// Whether the pipeline says for how many views a stage runs (`lower::Options::views`). In OpenGL the shader does, and naga's writer does
/// not write it. Nor is it in SPIR-V, so that no other compiler's output has it.
pub fn leaves_views_to_the_pipeline(form: ProgramForm) -> bool {
    !matches!(form, Glsl | Gles | Webgl)
}

/// What a specialisation constant is in it (`lower::Options::specialisation`). naga writes overrides as WGSL alone; its other writers want
/// values.
pub fn specialisation(form: ProgramForm) -> SpecialisationForm {
    match form {
        Wgsl | Wgpu => SpecialisationForm::Override,
        Msl | HlslText => SpecialisationForm::Variable,
        _ => SpecialisationForm::Refused,
    }
}

/// Where a module comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleOrigin {
    /// From lowering, which lays buffers out in words.
    Lowered,
    /// From another compiler's SPIR-V.
    Spirv,
}

/// A construct that some forms cannot represent, or that naga's writers of them get wrong without an error.
struct Limit {
    forms: &'static [ProgramForm],
    /// The modules that are searched for it.
    origins: &'static [ModuleOrigin],
    construct: Construct,
}

/// How a construct is found, and what is said of it, after "this cannot be written as ...: ".
enum Construct {
    Module(fn(&Module) -> bool, &'static str),
    /// In one of the module's types.
    Type(fn(&TypeInner) -> bool, &'static str),
    /// In one expression.
    Expression(fn(&Module, &FunctionInfo, &Expression) -> bool, &'static str),
    /// In the scalars of an expression's value.
    Value(fn(Scalar) -> bool, &'static str),
    /// In the layout of buffers; gives a text for each member.
    Layout(fn(&Module) -> Vec<String>),
}

const GL: &[ProgramForm] = &[Glsl, Gles, Webgl];
const WEBGL: &[ProgramForm] = &[Webgl];
const LOWERED: &[ModuleOrigin] = &[ModuleOrigin::Lowered];
const ANY: &[ModuleOrigin] = &[ModuleOrigin::Lowered, ModuleOrigin::Spirv];

/// Elements of an array that Tint, Chromium's compiler of WGSL, takes at most.
const MAX_WGSL_ARRAY: u32 = 65_535;

/// Of a module's constructs, the first in this table is reported, those of expressions in the order of the expressions.
const LIMITS: &[Limit] = &[
    Limit {
        forms: GL,
        origins: LOWERED,
        construct: Construct::Module(constructs::has_sample_mask, "naga cannot write a coverage mask in it"),
    },
    Limit {
        forms: &[Msl, HlslText],
        origins: LOWERED,
        construct: Construct::Module(
            |module| constructs::has_varyings_of(module, 8),
            "it has no 64-bit inputs or outputs",
        ),
    },
    Limit {
        forms: GL,
        origins: LOWERED,
        construct: Construct::Module(
            constructs::counts_layers_of_storage_images,
            "naga cannot write in it how many layers a writable texture has",
        ),
    },
    Limit {
        forms: GL,
        origins: LOWERED,
        construct: Construct::Module(
            constructs::has_draw_parameters,
            "naga cannot write a draw call's first vertex or instance in it",
        ),
    },
    // OpenGL has it by `GL_OVR_multiview2` alone, and a shader says there how many views it has.
    Limit {
        forms: GL,
        origins: &[ModuleOrigin::Lowered, ModuleOrigin::Spirv],
        construct: Construct::Module(constructs::has_view_number, "naga cannot write the number of a view in it"),
    },
    // Of lowering's modules, they are split before.
    Limit {
        forms: GL,
        origins: &[ModuleOrigin::Spirv],
        construct: Construct::Module(
            constructs::has_resource_arrays,
            "arrays of textures, samplers and buffers cannot be written as GLSL",
        ),
    },
    // GLSL ES 3.00 has less than 3.10.
    Limit {
        forms: WEBGL,
        origins: ANY,
        construct: Construct::Module(constructs::is_compute, "WebGL 2 has no compute stage; target `gles` has"),
    },
    Limit {
        forms: WEBGL,
        origins: ANY,
        construct: Construct::Expression(
            constructs::is_storage,
            "WebGL 2 has no structured buffers, byte address buffers and writable textures; target `gles` has",
        ),
    },
    Limit {
        forms: WEBGL,
        origins: ANY,
        construct: Construct::Type(
            |ty| matches!(ty, TypeInner::Image { class, .. } if class.is_multisampled()),
            "WebGL 2 has no multisampled textures; target `gles` has",
        ),
    },
    Limit {
        forms: WEBGL,
        origins: ANY,
        construct: Construct::Type(
            |ty| matches!(ty, TypeInner::Image { dim: ImageDimension::Cube, arrayed: true, .. }),
            "WebGL 2 has no arrays of cube textures; target `gles` has",
        ),
    },
    Limit {
        forms: WEBGL,
        origins: ANY,
        construct: Construct::Expression(
            |_, _, expression| matches!(expression, Expression::ImageSample { gather: Some(_), .. }),
            "WebGL 2 gathers no texels; target `gles` does",
        ),
    },
    Limit {
        forms: &[HlslText],
        origins: LOWERED,
        construct: Construct::Module(
            constructs::has_buffer_arrays,
            "naga cannot write arrays of buffers, or arrays of resources without a size, in it",
        ),
    },
    // Lowering lays buffers out in words, so that its modules have none.
    Limit {
        forms: &[Wgsl, Wgpu, Msl],
        origins: &[ModuleOrigin::Spirv],
        construct: Construct::Layout(layout_limits::spread_arrays),
    },
    Limit {
        forms: &[Msl],
        origins: LOWERED,
        construct: Construct::Type(
            |ty| is_atomic_image(ty, false),
            "naga cannot write atomic functions on textures in it",
        ),
    },
    Limit {
        forms: &[Msl],
        origins: LOWERED,
        construct: Construct::Expression(
            constructs::is_array_of_changed_images,
            "naga cannot write arrays of textures that are read and written in it",
        ),
    },
    Limit {
        forms: GL,
        origins: LOWERED,
        construct: Construct::Type(
            |ty| is_atomic_image(ty, true),
            "naga cannot write atomic functions on arrays of textures in it",
        ),
    },
    Limit {
        forms: &[Wgsl, Wgpu],
        origins: LOWERED,
        construct: Construct::Type(
            |ty| matches!(ty, TypeInner::Image { dim: ImageDimension::D1, arrayed: true, .. }),
            "it has no arrays of one-dimensional textures",
        ),
    },
    Limit {
        forms: &[Wgsl, Wgpu],
        origins: LOWERED,
        construct: Construct::Type(
            |ty| matches!(ty, TypeInner::Image { arrayed: true, class, .. } if class.is_multisampled()),
            "it has no arrays of multisampled textures",
        ),
    },
    // What wgpu adds to the standard's WGSL.
    Limit {
        forms: &[Wgsl],
        // Of lowering's modules, they are split before.
        origins: &[ModuleOrigin::Spirv],
        construct: Construct::Module(
            constructs::has_resource_arrays,
            "it has no arrays of resources, and those that another compiler made are not split; target `wgpu` has",
        ),
    },
    Limit {
        forms: &[Wgsl],
        origins: ANY,
        construct: Construct::Module(
            constructs::has_memory_decorations,
            "it has no coherent buffers but of atomic words; target `wgpu` has",
        ),
    },
    Limit {
        forms: &[Wgsl],
        origins: ANY,
        construct: Construct::Type(
            |ty| is_atomic_image(ty, false),
            "it has no atomic functions on textures; target `wgpu` has",
        ),
    },
    Limit {
        forms: &[Wgsl],
        origins: ANY,
        construct: Construct::Type(
            reads_and_writes_other_texels,
            "browsers write and read no texture of this format in one shader, only those of one channel of 32 bits, or of one or four \
             channels of 8 to 32 bits with the feature `texture-formats-tier2`; target `wgpu` does",
        ),
    },
    Limit {
        forms: &[Wgsl],
        origins: ANY,
        construct: Construct::Module(
            constructs::has_arrays_of_push_constants,
            "it has no arrays in push constants; target `wgpu` has",
        ),
    },
    Limit {
        forms: &[Wgsl],
        origins: ANY,
        construct: Construct::Type(
            |ty| matches!(ty, TypeInner::Array { size: ArraySize::Constant(count), .. } if count.get() > MAX_WGSL_ARRAY),
            "browsers take no arrays of more than 65,535 elements; target `wgpu` does",
        ),
    },
    Limit {
        forms: &[Wgsl],
        origins: ANY,
        construct: Construct::Module(
            constructs::has_endless_loops,
            "browsers take no loop that nothing leaves; target `wgpu` does",
        ),
    },
    Limit {
        forms: &[Wgsl],
        origins: ANY,
        construct: Construct::Module(
            constructs::has_subgroup_barriers,
            "it has no barriers of subgroups; target `wgpu` has",
        ),
    },
    Limit {
        forms: &[HlslText],
        origins: LOWERED,
        construct: Construct::Expression(
            constructs::has_offset_outside_2d,
            "naga cannot write texel offsets in one or three dimensions in it",
        ),
    },
    // Lowering has other ways to the bits.
    Limit {
        forms: &[HlslText],
        origins: &[ModuleOrigin::Lowered, ModuleOrigin::Spirv],
        construct: Construct::Expression(
            constructs::reads_bits_as_value,
            "naga cannot write conversions of bits between floats and integers of 16 or 64 bits in it",
        ),
    },
    Limit {
        forms: &[HlslText],
        origins: &[ModuleOrigin::Lowered, ModuleOrigin::Spirv],
        construct: Construct::Expression(
            constructs::computes_doubles_as_floats,
            "of functions on 64-bit floats it has only abs, sign, min, max, clamp and fma",
        ),
    },
    Limit {
        forms: &[Wgsl, Wgpu, Msl, Gles, Webgl],
        origins: LOWERED,
        construct: Construct::Value(|scalar| is_float(scalar, 8), "it has no 64-bit floats"),
    },
    Limit {
        forms: &[Wgsl, Wgpu, Glsl, Gles, Webgl],
        origins: LOWERED,
        construct: Construct::Value(|scalar| is_integer(scalar, 8), "it has no 64-bit integers"),
    },
    Limit {
        forms: &[Wgsl, Wgpu, Glsl, Gles, Webgl],
        origins: LOWERED,
        construct: Construct::Value(|scalar| is_integer(scalar, 2), "it has no 16-bit integers"),
    },
    Limit {
        forms: GL,
        origins: LOWERED,
        construct: Construct::Value(|scalar| is_float(scalar, 2), "it has no 16-bit floats"),
    },
];

fn is_atomic_image(ty: &TypeInner, in_array: bool) -> bool {
    let TypeInner::Image { arrayed, class: ImageClass::Storage { access, .. }, .. } = ty else { return false };
    access.contains(StorageAccess::ATOMIC) && (*arrayed || !in_array)
}

/// Whether a texture is written and read that WebGPU has for one of both alone, with all its features.
fn reads_and_writes_other_texels(ty: &TypeInner) -> bool {
    use StorageFormat as F;
    let TypeInner::Image { class: ImageClass::Storage { format, access }, .. } = ty else { return false };
    let is_one = matches!(format, F::R32Uint | F::R32Sint | F::R32Float)
        || matches!(format, F::R8Unorm | F::R8Uint | F::R8Sint | F::R16Uint | F::R16Sint | F::R16Float)
        || matches!(format, F::Rgba8Unorm | F::Rgba8Uint | F::Rgba8Sint)
        || matches!(format, F::Rgba16Uint | F::Rgba16Sint | F::Rgba16Float)
        || matches!(format, F::Rgba32Uint | F::Rgba32Sint | F::Rgba32Float);
    access.contains(StorageAccess::LOAD | StorageAccess::STORE) && !is_one
}

fn is_float(scalar: Scalar, width: u8) -> bool {
    scalar.width == width && scalar.kind == ScalarKind::Float
}

fn is_integer(scalar: Scalar, width: u8) -> bool {
    scalar.width == width && scalar.kind != ScalarKind::Float
}

/// What is to be said of the first construct in a module that a text form cannot represent.
pub fn missing(form: ProgramForm, origin: ModuleOrigin, module: &Module, info: &ModuleInfo) -> Option<Refusal> {
    let mut in_expressions = Vec::new();
    for limit in LIMITS.iter().filter(|limit| limit.forms.contains(&form) && limit.origins.contains(&origin)) {
        let found = match &limit.construct {
            Construct::Module(is_in, text) => is_in(module).then_some((*text, Span::UNDEFINED)),
            Construct::Type(is_it, text) => {
                let is_one = |ty: Handle<Type>| is_it(&module.types[ty].inner);
                module.types.iter().any(|(_, ty)| is_it(&ty.inner)).then(|| (*text, first_use(module, is_one)))
            }
            Construct::Layout(members) => {
                let members = members(module);
                if !members.is_empty() {
                    return Some(members.join("\n").into());
                }
                None
            }
            Construct::Expression(..) | Construct::Value(..) => {
                in_expressions.push(&limit.construct);
                None
            }
        };
        if let Some((text, at)) = found {
            return Some(Refusal { message: text.to_owned(), at });
        }
    }
    if in_expressions.is_empty() { None } else { missing_in_expressions(&in_expressions, module, info) }
}

fn missing_in_expressions(constructs: &[&Construct], module: &Module, info: &ModuleInfo) -> Option<Refusal> {
    let functions = module.functions.iter().map(|(handle, function)| (function, &info[handle]));
    let entries = module.entry_points.iter().enumerate().map(|(at, entry)| (&entry.function, info.get_entry_point(at)));
    // Types are few, and what has one of them many.
    let of_types: Vec<Option<&str>> =
        module.types.iter().map(|(ty, _)| missing_in_type(constructs, module, ty)).collect();
    let of_type = |ty: Handle<Type>| of_types[ty.index()];
    // Writers declare every structure, used or not.
    let structures = module.types.iter().filter(|(_, ty)| matches!(ty.inner, TypeInner::Struct { .. }));
    let globals = module.global_variables.iter().map(|(_, global)| global.ty);
    if let Some(text) = structures.map(|(ty, _)| ty).chain(globals).find_map(of_type) {
        return Some(text.to_owned().into());
    }
    let only_values = constructs.iter().all(|construct| matches!(construct, Construct::Value(..)));
    // What was found for the scalar before: most are as the one before.
    let mut last: Option<(Scalar, Option<&str>)> = None;
    for (function, info) in functions.chain(entries) {
        let arguments = function.arguments.iter().map(|argument| argument.ty);
        let locals = function.local_variables.iter().map(|(_, variable)| variable.ty);
        let mut types = arguments.chain(function.result.as_ref().map(|result| result.ty)).chain(locals);
        if let Some(text) = types.find_map(of_type) {
            return Some(text.to_owned().into());
        }
        for (handle, expression) in function.expressions.iter() {
            let (named, scalar) = match &info[handle].ty {
                TypeResolution::Handle(ty) => (of_type(*ty), None),
                TypeResolution::Value(inner) => (None, inner.scalar()),
            };
            let search = || {
                constructs.iter().find_map(|construct| match construct {
                    Construct::Expression(is_it, text) => is_it(module, info, expression).then_some(*text),
                    Construct::Value(is_it, text) => scalar.is_some_and(is_it).then_some(*text),
                    _ => None,
                })
            };
            let found = named.or_else(|| match (scalar, last) {
                (None, _) if only_values => None,
                (Some(scalar), Some((known, found))) if only_values && scalar == known => found,
                (scalar, _) => {
                    let found = search();
                    last = scalar.map(|scalar| (scalar, found));
                    found
                }
            });
            if let Some(text) = found {
                let at = function.expressions.get_span(handle);
                return Some(Refusal { message: text.to_owned(), at });
            }
        }
    }
    None
}

/// Where a variable of such a type, or an array of it, is first used.
fn first_use(module: &Module, is_it: impl Fn(Handle<Type>) -> bool) -> Span {
    let is_one = |variable: Handle<GlobalVariable>| {
        let ty = module.global_variables[variable].ty;
        is_it(ty) || matches!(module.types[ty].inner, TypeInner::BindingArray { base, .. } if is_it(base))
    };
    let functions = module.functions.iter().map(|(_, function)| function);
    let functions = functions.chain(module.entry_points.iter().map(|entry| &entry.function));
    let mut uses = functions.flat_map(|function| {
        let one = |(handle, expression): (_, &Expression)| match expression {
            Expression::GlobalVariable(variable) if is_one(*variable) => Some(function.expressions.get_span(handle)),
            _ => None,
        };
        function.expressions.iter().filter_map(one)
    });
    uses.next().unwrap_or_default()
}

/// Of a variable, a parameter or a result.
fn missing_in_type(constructs: &[&Construct], module: &Module, ty: Handle<Type>) -> Option<&'static str> {
    constructs.iter().find_map(|construct| match construct {
        Construct::Value(is_it, text) => constructs::has_scalar(module, ty, is_it).then_some(*text),
        _ => None,
    })
}

/// What naga's SPIR-V reader rejects, in the words of the source where they are known.
pub fn unreadable(problem: &spv::Error) -> Option<&'static str> {
    Some(match problem {
        spv::Error::UnsupportedCapability(Capability::SampledBuffer | Capability::ImageBuffer) => {
            "typed buffers (`Buffer`, `RWBuffer`): use a structured buffer"
        }
        spv::Error::UnsupportedStorageClass(class) if *class == StorageClass::Image as u32 => {
            "atomics on textures: use a buffer"
        }
        spv::Error::UnsupportedMatrixStride { .. } => {
            "a matrix of two rows in a buffer (two columns, if row-major), whose lines are 16 bytes apart: use vectors"
        }
        _ => return None,
    })
}
