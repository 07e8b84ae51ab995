CreateInfo("same")
Interface("same_iface"):smooth(Type.float, "x")
