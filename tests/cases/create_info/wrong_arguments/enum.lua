CreateInfo("f"):vertex_in(0, "float", "x")
