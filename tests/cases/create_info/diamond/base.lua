-- Four levels with a diamond: each entry is there once.
CreateInfo("bottom"):additional_info("left", "right"):define("BOTTOM")
CreateInfo("left"):additional_info("top"):sampler(1, ImageType.Float2D, "left_tx"):define("LEFT")
