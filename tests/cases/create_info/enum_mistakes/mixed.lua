local both = Qualifier.read + BuiltinBits.LAYER
