main.fx:3:35+7: error[hlsl/unsupported]: `g_Cubes` at the binding of another resource (one table of several types) cannot be compiled by the embedded chain
