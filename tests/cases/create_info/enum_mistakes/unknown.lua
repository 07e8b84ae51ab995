local t = Type.flaot4
