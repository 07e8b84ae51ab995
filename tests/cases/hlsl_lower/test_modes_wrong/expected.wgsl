main.fx:3:1+1: error[hlsl/attribute]: `vk::stencil_ref_unchanged_front` contradicts an attribute before it
    help: Keep one of the attributes that say how the stencil reference of a face changes.
