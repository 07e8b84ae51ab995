main.fx:4:11+7: error[hlsl/binding]: `View` and `g_Color` are both bound to binding 4 of set 0
    see main.fx:3:9+4: `View` is bound there first
    help: Give one of them another register, or change the shifts (now `bindings = { b = 0, t = 1, s = 40, u = 60 }`) in `[target.NAME]` of uberc.toml; `bindings = "dense"` has no collisions.
