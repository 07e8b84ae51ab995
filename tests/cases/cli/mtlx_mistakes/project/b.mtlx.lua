local other = MaterialX.generate { name = "Other" }
