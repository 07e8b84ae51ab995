-- What MaterialX.generate and MaterialX.implement do not take.
local a = MaterialX.generate {
    name = "A",
    file = 7,
    elment = "gold",
    options = {
        transparancy = true,
        max_lights = 4096,
        environment = "prefiltr",
        lights = { "1=ND_point_light", 2 },
        srgb_encode = "yes",
    },
    branches = { "shadow_map" },
    prefix = true,
}
local b = MaterialX.generate("gold")
local c = MaterialX.generate { name = "C", options = 5 }
local d = MaterialX.generate { name = "D", element = {} }

-- The fields of a shader can be set behind it.
local e = MaterialX.generate { name = "E", file = "e.mtlx", options = { airy_iterations = 3, strict = "on" } }
e.RenderStat = 1
