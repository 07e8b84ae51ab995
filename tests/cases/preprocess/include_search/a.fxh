own_folder a __FILE__
