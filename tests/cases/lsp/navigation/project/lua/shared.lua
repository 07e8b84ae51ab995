local shared = {}
shared.format = "PositionUv"
return shared
