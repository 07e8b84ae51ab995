-- 128 bytes are a push block; one float more makes them a uniform block, with the same code.
local function info(name)
  return CreateInfo(name)
    :push_constant(Type.float4x4, "model"):push_constant(Type.float4, "rows", 4)
    :storage_buf(0, Qualifier.write, "float4", "results[]")
    :local_group_size(1)
    :compute_source_generated("void main() { results[0] = model * rows[3]; }")
    :do_static_compilation(true)
end
info("push_128")
info("push_132"):push_constant(Type.float, "more")
