local good = MaterialX.generate {
    file = { "a.mtlx", "b.mtlx" },
    prefix = "{document}/",
    options = { max_lights = 2, environment = "none", transparency = true, nodes = "nodes" },
    branches = { "shadow_map", Enum("albedo", { "analytic", "table" }) },
}
function good.Specialize(permutation)
    local technique = Technique(good.Technique)
    if permutation.shadow_map then technique.RenderState = AlphaBlendRenderState end
    return technique, permutation
end
MaterialX.implement("IM_a", function(node, stage) end, { constants = { "space", "index" } })
