struct Colours {
    float4 colour;
    float4 coverage;
};

struct Outputs {
    float4 SV_TARGET : SV_Target0;
    float4 SV_TARGET1_ : SV_Target1;
};

struct FragmentInput_main {
    float4 COLOR_1 : LOC0;
};

Colours main_1(float4 tint)
{
    Colours o = (Colours)0;

    o.colour = tint;
    o.coverage = tint.wwww;
    Colours _e5 = o;
    const Colours colours = _e5;
    return colours;
}

Outputs ConstructOutputs(float4 arg0, float4 arg1) {
    Outputs ret = (Outputs)0;
    ret.SV_TARGET = arg0;
    ret.SV_TARGET1_ = arg1;
    return ret;
}

Outputs main(FragmentInput_main fragmentinput_main)
{
    float4 COLOR = fragmentinput_main.COLOR_1;
    const Colours _e1 = main_1(COLOR);
    const Outputs outputs = ConstructOutputs(_e1.colour, _e1.coverage);
    return outputs;
}
