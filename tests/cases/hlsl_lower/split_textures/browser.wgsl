diagnostic(warning, derivative_uniformity);
struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(100) 
var g_Layers_0_: texture_2d<f32>;
@group(0) @binding(302) 
var g_Other_0_: sampler;
@group(0) @binding(300) 
var g_Samplers_0_: sampler;
@group(0) @binding(120) 
var g_Single: texture_2d<f32>;
@group(0) @binding(0) 
var<uniform> Where: array<vec4<u32>, 1>;
@group(0) @binding(104) 
var g_Pages_0_: texture_2d_array<f32>;
@group(0) @binding(106) 
var g_Cubes_0_: texture_cube<f32>;
@group(0) @binding(108) 
var g_Volumes_0_: texture_3d<f32>;
@group(0) @binding(110) 
var g_Shadows_0_: texture_depth_2d;
@group(0) @binding(304) 
var g_Compare: sampler_comparison;
@group(0) @binding(113) 
var g_Samples_0_: texture_multisampled_2d<f32>;
@group(0) @binding(401) 
var g_Written_0_: texture_storage_2d<rgba32float,write>;
@group(0) @binding(101) 
var g_Layers_1_: texture_2d<f32>;
@group(0) @binding(102) 
var g_Layers_2_: texture_2d<f32>;
@group(0) @binding(103) 
var g_Layers_3_: texture_2d<f32>;
@group(0) @binding(303) 
var g_Other_1_: sampler;
@group(0) @binding(301) 
var g_Samplers_1_: sampler;
@group(0) @binding(105) 
var g_Pages_1_: texture_2d_array<f32>;
@group(0) @binding(107) 
var g_Cubes_1_: texture_cube<f32>;
@group(0) @binding(109) 
var g_Volumes_1_: texture_3d<f32>;
@group(0) @binding(111) 
var g_Shadows_1_: texture_depth_2d;
@group(0) @binding(112) 
var g_Shadows_2_: texture_depth_2d;
@group(0) @binding(114) 
var g_Samples_1_: texture_multisampled_2d<f32>;
@group(0) @binding(403) 
var g_Written_1_: texture_storage_2d<rgba32float,write>;

fn g_Layers_element(param: u32, param_1: vec2<f32>) -> vec4<f32> {
    let _e3 = dpdx(param_1);
    let _e4 = dpdy(param_1);
    switch param {
        case 0u: {
            let _e6 = textureSampleGrad(g_Layers_0_, g_Other_1_, param_1, _e3, _e4);
            return _e6;
        }
        case 1u: {
            let _e8 = textureSampleGrad(g_Layers_1_, g_Other_1_, param_1, _e3, _e4);
            return _e8;
        }
        case 2u: {
            let _e10 = textureSampleGrad(g_Layers_2_, g_Other_1_, param_1, _e3, _e4);
            return _e10;
        }
        default: {
            let _e12 = textureSampleGrad(g_Layers_3_, g_Other_1_, param_1, _e3, _e4);
            return _e12;
        }
    }
}

fn layer(at: u32, uv: vec2<f32>) -> vec4<f32> {
    let _e6 = g_Layers_element(at, uv);
    return _e6;
}

fn g_Layers_element_1(param_2: u32, param_3: u32, param_4: vec2<f32>) -> vec4<f32> {
    let _e3 = dpdx(param_4);
    let _e4 = dpdy(param_4);
    switch param_2 {
        case 0u: {
            switch param_3 {
                case 0u: {
                    let _e7 = textureSampleGrad(g_Layers_0_, g_Other_0_, param_4, _e3, _e4);
                    return _e7;
                }
                default: {
                    let _e10 = textureSampleGrad(g_Layers_0_, g_Other_1_, param_4, _e3, _e4);
                    return _e10;
                }
            }
        }
        case 1u: {
            switch param_3 {
                case 0u: {
                    let _e13 = textureSampleGrad(g_Layers_1_, g_Other_0_, param_4, _e3, _e4);
                    return _e13;
                }
                default: {
                    let _e16 = textureSampleGrad(g_Layers_1_, g_Other_1_, param_4, _e3, _e4);
                    return _e16;
                }
            }
        }
        case 2u: {
            switch param_3 {
                case 0u: {
                    let _e19 = textureSampleGrad(g_Layers_2_, g_Other_0_, param_4, _e3, _e4);
                    return _e19;
                }
                default: {
                    let _e22 = textureSampleGrad(g_Layers_2_, g_Other_1_, param_4, _e3, _e4);
                    return _e22;
                }
            }
        }
        default: {
            switch param_3 {
                case 0u: {
                    let _e25 = textureSampleGrad(g_Layers_3_, g_Other_0_, param_4, _e3, _e4);
                    return _e25;
                }
                default: {
                    let _e28 = textureSampleGrad(g_Layers_3_, g_Other_1_, param_4, _e3, _e4);
                    return _e28;
                }
            }
        }
    }
}

fn layer_1(at_1: u32, uv_1: vec2<f32>, index0_: u32) -> vec4<f32> {
    let _e7 = g_Layers_element_1(at_1, index0_, uv_1);
    return _e7;
}

fn g_Layers_element_2(param_5: u32, param_6: vec2<f32>) -> vec4<f32> {
    let _e3 = dpdx(param_6);
    let _e4 = dpdy(param_6);
    switch param_5 {
        case 0u: {
            let _e6 = textureSampleGrad(g_Layers_0_, g_Samplers_0_, param_6, _e3, _e4);
            return _e6;
        }
        case 1u: {
            let _e8 = textureSampleGrad(g_Layers_1_, g_Samplers_0_, param_6, _e3, _e4);
            return _e8;
        }
        case 2u: {
            let _e10 = textureSampleGrad(g_Layers_2_, g_Samplers_0_, param_6, _e3, _e4);
            return _e10;
        }
        default: {
            let _e12 = textureSampleGrad(g_Layers_3_, g_Samplers_0_, param_6, _e3, _e4);
            return _e12;
        }
    }
}

fn g_Samplers_element(param_7: u32, param_8: vec2<f32>) -> vec4<f32> {
    let _e3 = dpdx(param_8);
    let _e4 = dpdy(param_8);
    switch param_7 {
        case 0u: {
            let _e6 = textureSampleGrad(g_Single, g_Samplers_0_, param_8, _e3, _e4);
            return _e6;
        }
        default: {
            let _e8 = textureSampleGrad(g_Single, g_Samplers_1_, param_8, _e3, _e4);
            return _e8;
        }
    }
}

fn g_Layers_element_3(param_9: u32, param_10: vec2<f32>) -> vec4<f32> {
    let _e3 = vec2<i32>(1i, -1i);
    let _e6 = dpdx(param_10);
    let _e7 = dpdy(param_10);
    switch param_9 {
        case 0u: {
            let _e9 = textureSampleGrad(g_Layers_0_, g_Samplers_0_, param_10, _e6, _e7, vec2<i32>(1i, -1i));
            return _e9;
        }
        case 1u: {
            let _e11 = textureSampleGrad(g_Layers_1_, g_Samplers_0_, param_10, _e6, _e7, vec2<i32>(1i, -1i));
            return _e11;
        }
        case 2u: {
            let _e13 = textureSampleGrad(g_Layers_2_, g_Samplers_0_, param_10, _e6, _e7, vec2<i32>(1i, -1i));
            return _e13;
        }
        default: {
            let _e15 = textureSampleGrad(g_Layers_3_, g_Samplers_0_, param_10, _e6, _e7, vec2<i32>(1i, -1i));
            return _e15;
        }
    }
}

fn g_Layers_element_4(param_11: u32, param_12: vec2<f32>) -> vec4<f32> {
    let _e4 = dpdx(param_12);
    let _e6 = (_e4 * exp2(1.5f));
    let _e7 = dpdy(param_12);
    let _e9 = (_e7 * exp2(1.5f));
    switch param_11 {
        case 0u: {
            let _e11 = textureSampleGrad(g_Layers_0_, g_Samplers_1_, param_12, _e6, _e9);
            return _e11;
        }
        case 1u: {
            let _e13 = textureSampleGrad(g_Layers_1_, g_Samplers_1_, param_12, _e6, _e9);
            return _e13;
        }
        case 2u: {
            let _e15 = textureSampleGrad(g_Layers_2_, g_Samplers_1_, param_12, _e6, _e9);
            return _e15;
        }
        default: {
            let _e17 = textureSampleGrad(g_Layers_3_, g_Samplers_1_, param_12, _e6, _e9);
            return _e17;
        }
    }
}

fn g_Layers_element_5(param_13: u32, param_14: vec2<f32>) -> vec4<f32> {
    switch param_13 {
        case 0u: {
            let _e5 = textureSampleLevel(g_Layers_0_, g_Samplers_1_, param_14, 1f);
            return _e5;
        }
        case 1u: {
            let _e7 = textureSampleLevel(g_Layers_1_, g_Samplers_1_, param_14, 1f);
            return _e7;
        }
        case 2u: {
            let _e9 = textureSampleLevel(g_Layers_2_, g_Samplers_1_, param_14, 1f);
            return _e9;
        }
        default: {
            let _e11 = textureSampleLevel(g_Layers_3_, g_Samplers_1_, param_14, 1f);
            return _e11;
        }
    }
}

fn g_Layers_element_6(param_15: u32, param_16: vec2<f32>, param_17: vec2<f32>) -> vec4<f32> {
    switch param_15 {
        case 0u: {
            let _e5 = textureSampleGrad(g_Layers_0_, g_Samplers_1_, param_16, param_17, param_16);
            return _e5;
        }
        case 1u: {
            let _e7 = textureSampleGrad(g_Layers_1_, g_Samplers_1_, param_16, param_17, param_16);
            return _e7;
        }
        case 2u: {
            let _e9 = textureSampleGrad(g_Layers_2_, g_Samplers_1_, param_16, param_17, param_16);
            return _e9;
        }
        default: {
            let _e11 = textureSampleGrad(g_Layers_3_, g_Samplers_1_, param_16, param_17, param_16);
            return _e11;
        }
    }
}

fn g_Layers_element_7(param_18: u32, param_19: vec2<f32>) -> vec4<f32> {
    let _e3 = vec2<i32>(1i, 2i);
    switch param_18 {
        case 0u: {
            let _e7 = textureGather(1, g_Layers_0_, g_Samplers_1_, param_19, vec2<i32>(1i, 2i));
            return _e7;
        }
        case 1u: {
            let _e9 = textureGather(1, g_Layers_1_, g_Samplers_1_, param_19, vec2<i32>(1i, 2i));
            return _e9;
        }
        case 2u: {
            let _e11 = textureGather(1, g_Layers_2_, g_Samplers_1_, param_19, vec2<i32>(1i, 2i));
            return _e11;
        }
        default: {
            let _e13 = textureGather(1, g_Layers_3_, g_Samplers_1_, param_19, vec2<i32>(1i, 2i));
            return _e13;
        }
    }
}

fn g_Layers_element_8(param_20: u32, param_21: vec2<i32>) -> vec4<f32> {
    switch param_20 {
        case 0u: {
            let _e4 = textureLoad(g_Layers_0_, param_21, 0i);
            return _e4;
        }
        case 1u: {
            let _e6 = textureLoad(g_Layers_1_, param_21, 0i);
            return _e6;
        }
        case 2u: {
            let _e8 = textureLoad(g_Layers_2_, param_21, 0i);
            return _e8;
        }
        default: {
            let _e10 = textureLoad(g_Layers_3_, param_21, 0i);
            return _e10;
        }
    }
}

fn g_Pages_element(param_22: u32, param_23: vec2<f32>, param_24: i32) -> vec4<f32> {
    let _e4 = dpdx(param_23);
    let _e5 = dpdy(param_23);
    switch param_22 {
        case 0u: {
            let _e7 = textureSampleGrad(g_Pages_0_, g_Samplers_0_, param_23, param_24, _e4, _e5);
            return _e7;
        }
        default: {
            let _e9 = textureSampleGrad(g_Pages_1_, g_Samplers_0_, param_23, param_24, _e4, _e5);
            return _e9;
        }
    }
}

fn g_Pages_element_1(param_25: u32, param_26: vec2<f32>, param_27: i32) -> vec4<f32> {
    switch param_25 {
        case 0u: {
            let _e6 = textureSampleLevel(g_Pages_0_, g_Samplers_0_, param_26, param_27, 1f);
            return _e6;
        }
        default: {
            let _e8 = textureSampleLevel(g_Pages_1_, g_Samplers_0_, param_26, param_27, 1f);
            return _e8;
        }
    }
}

fn g_Cubes_element(param_28: u32, param_29: vec3<f32>) -> vec4<f32> {
    let _e3 = dpdx(param_29);
    let _e4 = dpdy(param_29);
    switch param_28 {
        case 0u: {
            let _e6 = textureSampleGrad(g_Cubes_0_, g_Samplers_0_, param_29, _e3, _e4);
            return _e6;
        }
        default: {
            let _e8 = textureSampleGrad(g_Cubes_1_, g_Samplers_0_, param_29, _e3, _e4);
            return _e8;
        }
    }
}

fn g_Volumes_element(param_30: u32, param_31: vec3<f32>) -> vec4<f32> {
    let _e3 = dpdx(param_31);
    let _e4 = dpdy(param_31);
    switch param_30 {
        case 0u: {
            let _e6 = textureSampleGrad(g_Volumes_0_, g_Samplers_0_, param_31, _e3, _e4);
            return _e6;
        }
        default: {
            let _e8 = textureSampleGrad(g_Volumes_1_, g_Samplers_0_, param_31, _e3, _e4);
            return _e8;
        }
    }
}

fn g_Shadows_element(param_32: u32, param_33: vec2<f32>) -> f32 {
    switch param_32 {
        case 0u: {
            let _e5 = textureSampleCompareLevel(g_Shadows_0_, g_Compare, param_33, 0.5f);
            return _e5;
        }
        case 1u: {
            let _e7 = textureSampleCompareLevel(g_Shadows_1_, g_Compare, param_33, 0.5f);
            return _e7;
        }
        default: {
            let _e9 = textureSampleCompareLevel(g_Shadows_2_, g_Compare, param_33, 0.5f);
            return _e9;
        }
    }
}

fn g_Shadows_element_1(param_34: u32, param_35: vec2<f32>) -> f32 {
    let _e5 = textureSampleCompare(g_Shadows_0_, g_Compare, param_35, 0.25f);
    let _e7 = textureSampleCompare(g_Shadows_1_, g_Compare, param_35, 0.25f);
    let _e9 = textureSampleCompare(g_Shadows_2_, g_Compare, param_35, 0.25f);
    switch param_34 {
        case 0u: {
            return _e5;
        }
        case 1u: {
            return _e7;
        }
        default: {
            return _e9;
        }
    }
}

fn g_Samples_element(param_36: u32, param_37: vec2<i32>) -> vec4<f32> {
    switch param_36 {
        case 0u: {
            let _e4 = textureLoad(g_Samples_0_, param_37, 2u);
            return _e4;
        }
        default: {
            let _e6 = textureLoad(g_Samples_1_, param_37, 2u);
            return _e6;
        }
    }
}

fn g_Layers_element_9(param_38: u32) -> vec2<u32> {
    switch param_38 {
        case 0u: {
            let _e3 = textureDimensions(g_Layers_0_, 1u);
            return _e3;
        }
        case 1u: {
            let _e5 = textureDimensions(g_Layers_1_, 1u);
            return _e5;
        }
        case 2u: {
            let _e7 = textureDimensions(g_Layers_2_, 1u);
            return _e7;
        }
        default: {
            let _e9 = textureDimensions(g_Layers_3_, 1u);
            return _e9;
        }
    }
}

fn g_Layers_element_10(param_39: u32) -> u32 {
    switch param_39 {
        case 0u: {
            let _e2 = textureNumLevels(g_Layers_0_);
            return _e2;
        }
        case 1u: {
            let _e4 = textureNumLevels(g_Layers_1_);
            return _e4;
        }
        case 2u: {
            let _e6 = textureNumLevels(g_Layers_2_);
            return _e6;
        }
        default: {
            let _e8 = textureNumLevels(g_Layers_3_);
            return _e8;
        }
    }
}

fn g_Written_element(param_40: u32, param_41: vec2<u32>, param_42: vec4<f32>) {
    switch param_40 {
        case 0u: {
            textureStore(g_Written_0_, param_41, param_42);
        }
        default: {
            textureStore(g_Written_1_, param_41, param_42);
        }
    }
}

fn main_1(input: u32, uv_2: vec2<f32>, position: vec4<f32>) -> vec4<f32> {
    var sum: vec4<f32>;
    var width: u32;
    var height: u32;
    var levels: u32;

    let _e4 = vec2<u32>(position.xy);
    let _e9 = ((input + (_e4.x / 3u)) & 3u);
    let _e11 = (_e9 & 1u);
    let _e13 = layer(2u, uv_2);
    sum = _e13;
    let _e19 = g_Layers_element_2(_e9, uv_2);
    let _e20 = sum;
    sum = (_e20 + _e19);
    let _e24 = g_Samplers_element(_e11, uv_2);
    let _e25 = sum;
    sum = (_e25 + _e24);
    let _e30 = Where[0].x;
    let _e34 = Where[0].y;
    let _e39 = layer_1((_e30 & 3u), uv_2, u32((bitcast<i32>(_e34) & 1i)));
    let _e43 = sum;
    sum = (_e43 + (_e39 * vec4(2f)));
    let _e49 = g_Layers_element_3(_e9, uv_2);
    let _e53 = sum;
    sum = (_e53 + (_e49 * vec4(3f)));
    let _e58 = g_Layers_element_4(_e9, uv_2);
    let _e59 = sum;
    sum = (_e59 + _e58);
    let _e64 = g_Layers_element_5(_e9, uv_2);
    let _e68 = sum;
    sum = (_e68 + (_e64 * vec4(5f)));
    let _e74 = g_Layers_element_6(_e9, uv_2, vec2(0.1f));
    let _e77 = sum;
    sum = (_e77 + (_e74 * vec4(5f)));
    let _e83 = g_Layers_element_7(_e9, uv_2);
    let _e87 = sum;
    sum = (_e87 + (_e83 * vec4(7f)));
    let _e93 = g_Layers_element_8(_e9, vec2<i32>(1i, 2i));
    let _e97 = sum;
    sum = (_e97 + (_e93 * vec4(11f)));
    let _e99 = vec3<f32>(uv_2, 1f);
    let _e107 = g_Pages_element(_e11, _e99.xy, i32(round(_e99.z)));
    let _e111 = sum;
    sum = (_e111 + (_e107 * vec4(13f)));
    let _e114 = vec3<f32>(uv_2, 0f);
    let _e121 = g_Pages_element_1(_e11, _e114.xy, i32(round(_e114.z)));
    let _e122 = sum;
    sum = (_e122 + _e121);
    let _e128 = g_Cubes_element(_e11, vec3<f32>(uv_2, 1f));
    let _e132 = sum;
    sum = (_e132 + (_e128 * vec4(17f)));
    let _e139 = g_Volumes_element(_e11, vec3<f32>(uv_2, 0.5f));
    let _e143 = sum;
    sum = (_e143 + (_e139 * vec4(19f)));
    let _e149 = g_Shadows_element((_e9 % 3u), uv_2);
    let _e153 = sum;
    sum = (_e153 + vec4((_e149 * 23f)));
    let _e158 = g_Shadows_element_1((_e9 % 3u), uv_2);
    let _e161 = sum;
    sum = (_e161 + vec4((_e158 * 23f)));
    let _e169 = g_Samples_element(_e11, vec2<i32>(3i, 4i));
    let _e173 = sum;
    sum = (_e173 + (_e169 * vec4(29f)));
    width = 0u;
    height = 0u;
    levels = 0u;
    let _e180 = g_Layers_element_9(_e9);
    let _e183 = g_Layers_element_10(_e9);
    width = _e180.x;
    height = _e180.y;
    levels = _e183;
    if ((_e4.x < 8u) && (_e4.y < 8u)) {
        let _e191 = width;
        let _e193 = height;
        let _e195 = levels;
        let _e200 = (vec4<f32>(f32(_e9), f32(_e191), f32(_e193), f32(_e195)) / vec4(64f));
        g_Written_element(_e11, vec2<u32>(_e4.x, _e4.y), vec4<f32>(_e200.x, _e200.y, _e200.z, _e200.w));
    }
    let _e211 = sum;
    return (_e211 / vec4(64f));
}

@fragment 
fn main(@location(0) @interpolate(flat) I: u32, @location(1) UV: vec2<f32>, @builtin(position) FragCoord: vec4<f32>) -> Outputs {
    let _e8 = main_1(I, UV, vec4<f32>(FragCoord.xyz, (1f / FragCoord.w)));
    return Outputs(_e8);
}
