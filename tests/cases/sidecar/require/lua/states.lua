local M = {}
M.Decal = RenderState(AlphaBlendRenderState)
M.Decal.DepthBias = -8
M.list = { 1, 2, deep = { x = 1 } }
function M.boom() local x = nil return x.y end
return M
