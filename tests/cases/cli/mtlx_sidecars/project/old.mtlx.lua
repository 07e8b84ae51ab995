local old = MaterialX.generate {}
