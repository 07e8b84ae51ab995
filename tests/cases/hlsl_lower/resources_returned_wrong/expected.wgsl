main.fx:9:5+6: error[hlsl/unsupported]: a function that returns one resource or another at run time cannot be compiled by the embedded chain
main.fx:16:9+1: error[hlsl/unsupported]: a function that returns one resource or another at run time cannot be compiled by the embedded chain
