CreateInfo("i"):compilation_constant(Type.int, "count", 1):additional_info_if(function(c) return c.cuont > 0 end, "h")
