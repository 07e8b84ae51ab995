error({ code = 5, message = "no colour", [1] = true, nested = {} })
