-- Programs of a machine have no entry points.
local plain = Shader("Plain")
plain.Dialect = "psl"
plain.Source = "uv()"
plain.Output = "bytecode"

local divided = Shader("Divided")
divided.Dialect = "psl"
divided.Source = "if (g_bWarm) { 1 } else { uv() }"
divided.Branches = { "g_bWarm" }
divided.Options = { output = "bytecode" }
function divided.Specialize(p)
	local technique = Technique()
	technique.RenderState.ZEnable = false
	return technique, p
end

-- A wrong option is told when the text is made: nothing is known of entry points before.
local unknown = Shader("Unknown")
unknown.Dialect = "psl"
unknown.Source = "uv()"
unknown.Output = "pixels"
