Type.half = Type.float
