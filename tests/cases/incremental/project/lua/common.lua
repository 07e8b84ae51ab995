return { order = 1 }
