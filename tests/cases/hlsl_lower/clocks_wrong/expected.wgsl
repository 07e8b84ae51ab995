main.fx:5:70+2: error[hlsl/binding]: the scope of `vk::ReadClock` is that of the subgroup or the device, and a constant
