Type.float.size = 4
