main.fx:4:12+6: error[hlsl/binding]: `g_Size` and `g_Tint` overlap in `View`
    see main.fx:3:12+6: `g_Tint` lies there first
    help: Give one of them another `packoffset`.
