#version 460
layout(local_size_x = 8) in;
layout(local_size_x = 8, local_size_y = 2) in;
layout(local_size_y = 4) in;
layout(local_size_x_id = 3) in;
layout(local_size_x_id = 4) in;

void main()
{
}
