main.fx:3:31+6: error[hlsl/binding]: `g_First` and `Second` are both bound to binding 2 of set 1
    see main.fx:2:33+7: `g_First` is bound there first
    help: Give one of them another register.
