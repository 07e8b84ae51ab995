local shared = require "shared.infos"
CreateInfo("a"):additional_info(shared)
