Interface("b"):smoth(Type.float, "x")
