local t = Format[1]
