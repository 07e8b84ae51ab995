-- 18 samplers, of which none has slot 0.
local info = CreateInfo("many_samplers")
  :fragment_out(0, Type.float4, "color")
  :vertex_source_generated("void main() { gl_Position = vec4(0.0); }")
  :do_static_compilation(true)
local sum = {}
for slot = 1, 18 do
  info:sampler(slot, ImageType.Float2D, "image_" .. slot)
  table.insert(sum, ("texture(image_%d, vec2(0.5))"):format(slot))
end
info:fragment_source_generated("void main() { color = " .. table.concat(sum, " + ") .. "; }")
