error[hlsl/unsupported]: this cannot be written as wgpu: Unsupported builtin value: PointSize
