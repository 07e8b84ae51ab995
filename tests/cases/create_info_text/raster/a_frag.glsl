#pragma BLENDER_REQUIRE(lib.glsl)
void main()
{
  Extra extra = Extra(inst.tint * gain);
  color = twice(extra.value) + texture(a_tx, uv) + vec4(texture(b_tx, vec3(uv, fog))) + texture(c_tx, vec3(uv, 0.0));
  color += vec4(textureSize(d_tx, 0).x) + colors[COUNT - 1];
  id = is_on ? ids.x & mask : uint(lowest + inst.layer);
  gl_FragDepth = fast ? 0.75 : 0.5;
}
