Interface("without"):smooth(Type.float, "a")
Interface("with", "inst"):smooth(Type.float, "a")
CreateInfo("geometry"):vertex_out("without"):geometry_out("with"):geometry_source("g.geom")
