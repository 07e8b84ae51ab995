CreateInfo("d"):vertex_out(4)
