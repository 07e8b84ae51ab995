-- A node whose code is written here: the vertex stage hands on a phase, the pixel stage adds a wave of it.
local shapes = { sine = "sin(%s)", square = "sign(sin(%s))" }

MaterialX.implement("IM_wave_color3_genglsl", function(node, stage)
    local phase = stage:connector("wavePhase", "float")
    if stage.name == "vertex" then
        local position = stage:input("i_position", "vector3")
        local length = stage:uniform("u_waveLength", "float", 2)
        stage:line(`{phase} = {position}.x / {length};`)
        return
    end
    local time = stage:uniform("u_waveTime", "float")
    stage:code [[
float own_wave(float value, float amount)
{
    return 1.0 + amount * value;
}]]
    local shape = string.format(shapes[node.inputs.shape.value], `{phase} + {time}`)
    stage:line(`float value = {shape};`)
    stage:line(node.outputs.out .. " = " .. node.inputs.base .. ` * own_wave(value, {node.inputs.amount});`)
end, { constants = { "shape" } })

local flag = MaterialX.generate { branches = { "srgb_encode" } }
