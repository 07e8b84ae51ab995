MaterialX.implement("IM_wave_color3_genglsl", function(node, stage)
    if stage.name == "vertex" then return end
    local time = stage:uniform("u_waveTime", "float")
    stage:code [[
const float own_scale = 1.0;
float own_wave(float value)
{
    return 1.0 + value;
}]]
    stage:line(`{node.outputs.out} = {node.inputs.base} * own_wave({time});`)
end)

local flag = MaterialX.generate { options = { srgb_encode = true }, branches = { "transparency" } }
