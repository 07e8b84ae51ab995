local function wrap(info)
  info:vertex_in("0", Type.float, "x")
end
wrap(CreateInfo("b"))
