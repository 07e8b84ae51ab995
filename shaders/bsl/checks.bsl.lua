-- The tests of the library.

local checks = Shader("Checks")

checks.Options = { tests = true }
checks.Technique.ComputeShader = "checks_cs"
