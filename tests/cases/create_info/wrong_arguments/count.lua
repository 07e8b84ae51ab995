CreateInfo("a"):vertex_in(0, Type.float)
