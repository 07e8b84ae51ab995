main.fx:3:8+4: error[hlsl/binding]: two outputs have the semantic `Position`
