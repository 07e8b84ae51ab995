const vec3 kBase = vec3(0.8, 0.7, 0.6);
