print("the module")
return { say = function(text) print("the module says", text) end }
