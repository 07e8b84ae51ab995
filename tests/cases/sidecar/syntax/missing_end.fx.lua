local s = Shader("A")
if true then

