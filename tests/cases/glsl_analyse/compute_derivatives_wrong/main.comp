#version 450
layout(local_size_x = 4) in;
layout(derivative_group_quadsNV) in;
layout(binding = 0) buffer Out { float results[4]; };

void main()
{
    results[0] = dFdx(results[1]);
    results[1] = fwidthFine(results[2]);
}
