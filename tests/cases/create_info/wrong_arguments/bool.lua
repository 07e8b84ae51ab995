CreateInfo("e"):do_static_compilation("yes")
