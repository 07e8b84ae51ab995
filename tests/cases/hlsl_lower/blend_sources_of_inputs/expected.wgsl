main.fx:6:21+1: error[hlsl/binding]: the input `COLOR` is a second source of blending, which only colours are
