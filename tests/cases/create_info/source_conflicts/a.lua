CreateInfo("one"):vertex_source("one.glsl"):vertex_function("one")
CreateInfo("two"):vertex_source("two.glsl"):additional_info("one")
CreateInfo("three"):vertex_function("three"):additional_info("one")
CreateInfo("four"):vertex_source_generated("void main() {}"):additional_info("one")
-- One info may have a file and a text of a stage.
CreateInfo("five"):vertex_source("five.glsl"):vertex_source_generated("void more() {}")
