-- Members can be listed, are read as text, and have older and GLSL spellings.
local names = {}
for name in pairs(Frequency) do table.insert(names, name) end
print(table.concat(names, " "), #Type, Type.float4, Qualifier.read + Qualifier.write)
CreateInfo("spelled")
  :sampler(0, ImageType.sampler2DShadow, "a"):sampler(1, ImageType.usamplerBuffer, "b"):sampler(2, ImageType.sampler2DDepth, "c")
  :image(0, Format.R32UI, Qualifier.read_write, ImageType.uimage2DArrayAtomic, "d"):image(1, Format.RGBA16F, Qualifier.read, ImageType.image2D, "e")
