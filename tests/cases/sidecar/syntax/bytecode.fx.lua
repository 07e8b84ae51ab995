Lua garbage
