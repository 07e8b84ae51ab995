-- Names that the shader has already, and types that no stage hands on.
MaterialX.implement("IM_wave_color3_genglsl", function(node, stage)
    if stage.name == "vertex" then
        stage:uniform("u_worldMatrix", "float")
        stage:uniform("i_normal", "vector3")
        stage:uniform("hPositionWorld", "vector4")
        stage:input("i_position", "float")
        stage:input("u_viewProjectionMatrix", "vector3")
        stage:input("i_bones", "matrix44")
        stage:connector("positionWorld", "vector4")
        stage:connector("isWet", "boolean")
        return
    end
    stage:uniform("u_envRadiance", "float")
    stage:uniform("u_envLightIntensity", "float", 2)
    stage:uniform("u_envMatrix", "matrix44")
    stage:uniform("wave_color3_2_amount", "float")
    stage:uniform("wave_color3_2_out", "color3")
    stage:line(`{node.outputs.out} = {node.inputs.base};`)
end)

local wrong = MaterialX.generate { name = "Wrong" }
