error[hlsl/unsupported]: this cannot be written as wgsl: Unsupported builtin value: PointSize
