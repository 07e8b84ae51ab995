-- What the function prints is told like what `Specialize` prints.
print("the file")

MaterialX.implement("IM_wave_color3_genglsl", function(node, stage)
    print(stage.name, node.name)
    if stage.name == "pixel" then
        local time = stage:uniform("u_time", "float", 1)
        stage:line(`{node.outputs.out} = {node.inputs.base} * sin({time} * {node.inputs.amount});`)
    end
end)

local flag = MaterialX.generate { name = "Flag", branches = { "srgb_encode" } }
function flag.Specialize(permutation)
    print("Specialize")
    if permutation.srgb_encode then print("encoded") end
    return flag.Technique, permutation
end

-- The nodes of another document that the stages name have the same function.
local pennant = Shader("Pennant")
pennant.Technique.VertexShader = "pennant.mtlx:main"
pennant.Technique.PixelShader = "pennant.mtlx:main"
