print(cpp.EMPTY + 1)
