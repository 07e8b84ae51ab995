local states = {}
states.opaque = RenderState()
states.opaque.CullMode = CullMode.None
states.opaque.ZWriteEnable = true
return states
