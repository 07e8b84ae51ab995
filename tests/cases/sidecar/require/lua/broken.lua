local x =

return 4
