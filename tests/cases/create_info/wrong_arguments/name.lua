CreateInfo()
