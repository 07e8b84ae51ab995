main.fx:2:11+8: error[hlsl/binding]: `g_First` and `g_Second` are both bound to register t1 of space 0
    see main.fx:1:11+7: `g_First` is bound there first
    help: Give one of them another register.
