CreateInfo("long"):vertex_source(string.rep("x", 4097))
