return function(technique)
	technique.VertexShader = "DepthVS"
end
