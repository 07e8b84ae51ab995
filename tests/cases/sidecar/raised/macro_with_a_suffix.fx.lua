local lights = tonumber(cpp.LIGHTS)
print(lights + 1)
