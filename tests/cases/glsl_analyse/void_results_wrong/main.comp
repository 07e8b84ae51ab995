#version 460
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[16]; } values;

void one() { values.results[0] = 1; }
void other() { values.results[1] = 1; }

void call() { return one(); }
void choice() { return values.results[2] > 0 ? one() : other(); }
void right() { values.results[2] > 0 ? one() : other(); return; }

void main()
{
    call();
    choice();
    right();
}
