CreateInfo("one"):sampler(3, ImageType.Float2D, "one_tx", Frequency.BATCH)
CreateInfo("two"):sampler(3, ImageType.Float2D, "two_tx"):image(3, Format.UNORM_8, Qualifier.read, ImageType.Float2D, "other_kind")
CreateInfo("both"):additional_info("one", "two")
-- Numbered, so that nothing overlaps.
CreateInfo("numbered"):auto_resource_location(true):additional_info("one", "two")
