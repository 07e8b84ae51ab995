return { name = "other" }
