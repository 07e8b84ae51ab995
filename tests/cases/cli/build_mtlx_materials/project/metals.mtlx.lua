-- All materials of two documents. Those that differ in values alone share a shader.
local props = MaterialX.generate {
    name = "Props",
    file = { "metals.mtlx", "signs.mtlx" },
    prefix = "{document}/",
    options = { max_lights = 2, environment = "none" },
    branches = { "transparency", "shadow_map" },
}
function props.Specialize(permutation)
    local technique = Technique(props.Technique)
    if permutation.transparency then
        technique.RenderState = AlphaBlendRenderState
        -- What is transparent has no shadow.
        permutation.shadow_map = false
    end
    return technique, permutation
end
