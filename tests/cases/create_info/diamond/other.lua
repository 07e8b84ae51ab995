CreateInfo("right"):additional_info("top"):sampler(2, ImageType.Float2D, "right_tx")
CreateInfo("top"):additional_info("root"):uniform_buf(0, "Top", "top"):local_group_size(4)
CreateInfo("root"):storage_buf(0, Qualifier.read, "Root", "root_buf"):compute_source("root.comp"):push_constant(Type.float, "t")
