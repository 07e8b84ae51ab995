local VERTEX, FRAGMENT = "void main() { gl_Position = vec4(0.0); }", "void main() { color = vec4(1.0); }"
local function raster(name)
  return CreateInfo(name):fragment_out(0, Type.float4, "color"):vertex_source_generated(VERTEX):do_static_compilation(true)
end

local text = "void main() { color = vec4(0.0)"
local many = raster("eighteen_samplers")
for slot = 1, 18 do
  many:sampler(slot, ImageType.Float2D, "tx_" .. slot)
  text ..= " + texture(tx_" .. slot .. ", vec2(0.5))"
end
many:fragment_source_generated(text .. "; }")

raster("builtins"):fragment_source_generated(FRAGMENT)
  :builtins(BuiltinBits.LAYER, BuiltinBits.VIEWPORT_INDEX, BuiltinBits.STENCIL_REF, BuiltinBits.USE_PRINTF)
  :builtins(BuiltinBits.BASE_INSTANCE, BuiltinBits.POINT_SIZE, BuiltinBits.POINT_COORD)

raster("arrays"):sampler(0, ImageType.Float2D, "list_tx[4]"):sampler(2, ImageType.Float2D, "one_tx"):define("MORE", "3")
  :sampler(5, ImageType.Float2D, "more_tx[MORE]"):sampler(8, ImageType.Float2D, "free_tx")
  :fragment_source_generated("void main() { color = texture(list_tx[1], vec2(0.5)) + texture(one_tx, vec2(0.5)) + texture(more_tx[2], vec2(0.5)) + texture(free_tx, vec2(0.5)); }")

CreateInfo("texels"):sampler(0, ImageType.FloatBuffer, "values_tx"):storage_buf(0, Qualifier.write, "float4", "results[]")
  :image(0, Format.UINT_32, Qualifier.read_write, ImageType.AtomicUint2D, "counts_img")
  :local_group_size(1):do_static_compilation(true)
  :compute_source_generated("void main() { results[0] = texelFetch(values_tx, 0) + float(imageAtomicAdd(counts_img, ivec2(0), 1u)); }")

CreateInfo("buffers"):uniform_buf(0, "float4", "scale"):storage_buf(0, Qualifier.read, "float4", "values[]")
  :storage_buf(1, Qualifier.write, "float4", "results[]"):local_group_size(1):do_static_compilation(true)
  :compute_source_generated("void main() { results[0] = values[0] * scale; }")
