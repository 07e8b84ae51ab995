CreateInfo("one"):local_group_size(8)
CreateInfo("two"):local_group_size(16)
CreateInfo("both"):additional_info("one", "two")
CreateInfo("points"):geometry_layout(PrimitiveIn.POINTS, PrimitiveOut.POINTS, 1)
CreateInfo("lines"):geometry_layout(PrimitiveIn.LINES, PrimitiveOut.LINE_STRIP, 2):additional_info("points")
-- Equal, and still two.
CreateInfo("three"):local_group_size(8):additional_info("one")
