#version 450 core
struct Colours {
    vec4 colour;
    vec4 coverage;
};
struct Outputs {
    vec4 SV_TARGET;
    vec4 SV_TARGET1_;
};
layout(location = 0) smooth in vec4 _vs2fs_location0;
layout(location = 0, index = 0) out vec4 _fs2p_location0;
layout(location = 0, index = 1) out vec4 _fs2p_location1;

Colours main_1(vec4 tint) {
    Colours o = Colours(vec4(0.0), vec4(0.0));
    o.colour = tint;
    o.coverage = tint.wwww;
    Colours _e5 = o;
    return _e5;
}

void main() {
    vec4 COLOR = _vs2fs_location0;
    Colours _e1 = main_1(COLOR);
    Outputs _tmp_return = Outputs(_e1.colour, _e1.coverage);
    _fs2p_location0 = _tmp_return.SV_TARGET;
    _fs2p_location1 = _tmp_return.SV_TARGET1_;
    return;
}

