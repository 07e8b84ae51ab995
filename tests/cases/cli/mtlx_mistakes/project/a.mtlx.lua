local shader = MaterialX.generate {
    options = {
        transparancy = true,
        max_lights = -1,
        environment = "prefiltered",
        srgb_encode = 1,
    },
    branches = { Enum("albedo", {"analytic", "monte"}), Int("interface", 0, 1), "shadow_mpa" },
    elements = "color",
}
