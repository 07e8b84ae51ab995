print(cpp.COUNT > 1)
