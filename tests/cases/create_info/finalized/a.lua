local info = CreateInfo("a"):compilation_constant(Type.int, "n", 1)
info:additional_info_if(function() info:define("LATE"); return true end, "b")
CreateInfo("b"):additional_info_if(function() CreateInfo("late"); return true end, "c")
CreateInfo("c")
