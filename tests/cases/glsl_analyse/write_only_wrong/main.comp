#version 460
layout(local_size_x = 8) in;
writeonly buffer Block { float a; int whole; float list[4]; vec4 v; };
buffer Mixed { writeonly float hidden; float shown; float tail[]; } mixed;
writeonly buffer Tail { float of_tail[]; };
void give(out float to) { to = 1.0; }
void change(inout float to) { to += 1.0; }
uniform writeonly image2D picture;

void main()
{
    a = 1.0;
    list[int(mixed.shown)] = 2.0;
    v.xy = vec2(1.0);
    mixed.hidden = mixed.shown;
    give(a);
    mixed.shown = modf(1.5, a);
    mixed.shown = frexp(1.5, whole) + float(atomicAdd(whole, 1));
    imageStore(picture, ivec2(0), vec4(float(of_tail.length())));
    mixed.shown = a;
    mixed.shown = list[1];
    mixed.shown = v.x;
    mixed.shown = mixed.hidden;
    a += 1.0; // uberc: glslang does not see the read
    a++;
    change(a); // uberc: glslang does not see the read
    list[int(a)] = 1.0;
    mixed.tail[0] = of_tail[2];
}
