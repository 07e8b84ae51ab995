//! The fields of render state, enums and prefabs: one table for the prelude, for reading techniques, and for the test
//! of the editor annotations.

use uberc_runtime::{
    BlendMode, BlendOp, ColorWriteState, ComparisonFunc, CullMode, FillMode, FrontFace, RenderState, RenderTargetState,
    Stage, StencilOp,
};

/// An enum of the sidecar API.
pub struct EnumApi {
    pub name: &'static str,
    pub members: Vec<&'static str>,
}

/// Every enum, with its members in order.
pub fn enums() -> Vec<EnumApi> {
    macro_rules! api {
        ($($name:literal: $kind:ident),+) => {
            vec![$(EnumApi { name: $name, members: $kind::ALL.iter().map(|member| member.name()).collect() }),+]
        };
    }
    let mut enums = api! {
        "FillMode": FillMode, "CullMode": CullMode, "FrontFace": FrontFace, "ComparisonFunc": ComparisonFunc,
        "BlendMode": BlendMode, "BlendOp": BlendOp, "Stencil": StencilOp
    };
    enums.push(EnumApi {
        name: "ColorWriteState",
        members: (0..16).filter_map(ColorWriteState::from_bits).map(ColorWriteState::name).collect(),
    });
    enums
}

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldKind {
    Bool,
    /// A member of the enum with this name.
    Enum(&'static str),
    /// Whole numbers, both ends included.
    Int(i64, i64),
    /// Finite, within single precision.
    Float,
    /// Four finite numbers: red, green, blue, alpha.
    Color,
}

type Get = fn(&RenderState) -> String;
type Set = fn(&mut RenderState, &str) -> Option<()>;

/// A field of `RenderState`.
pub struct StateField {
    pub name: &'static str,
    pub kind: FieldKind,
    /// The field whose value this field has until it is set.
    pub follows: Option<&'static str>,
    /// The value as text, in the prelude's encoding.
    pub get: Get,
    /// `None` for a text that the prelude never writes.
    pub set: Set,
}

/// A field of `RenderTarget[i]`, which `RenderState` has under the same name.
pub struct TargetField {
    pub name: &'static str,
    pub kind: FieldKind,
    pub get: fn(&RenderTargetState) -> String,
    pub set: fn(&mut RenderTargetState, &str) -> Option<()>,
}

macro_rules! field {
    (bool, $name:literal, $($path:ident).+) => {
        StateField {
            name: $name,
            kind: FieldKind::Bool,
            follows: None,
            get: |state| state.$($path).+.to_string(),
            set: |state, text| { state.$($path).+ = text.parse().ok()?; Some(()) },
        }
    };
    (int $min:literal $max:expr, $name:literal, $($path:ident).+) => {
        StateField {
            name: $name,
            kind: FieldKind::Int($min, $max),
            follows: None,
            get: |state| state.$($path).+.to_string(),
            set: |state, text| { state.$($path).+ = number(text)?.try_into().ok()?; Some(()) },
        }
    };
    (float, $name:literal, $($path:ident).+) => {
        StateField {
            name: $name,
            kind: FieldKind::Float,
            follows: None,
            get: |state| state.$($path).+.to_string(),
            set: |state, text| { state.$($path).+ = text.parse::<f64>().ok()? as f32 + 0.0; Some(()) },
        }
    };
    ($kind:ident as $api:literal, $name:literal, $($path:ident).+) => {
        StateField {
            name: $name,
            kind: FieldKind::Enum($api),
            follows: None,
            get: |state| state.$($path).+.name().to_owned(),
            set: |state, text| { state.$($path).+ = $kind::from_name(text)?; Some(()) },
        }
    };
}

macro_rules! back {
    ($kind:ident as $api:literal, $name:literal, $follows:literal, $part:ident) => {
        StateField {
            name: $name,
            kind: FieldKind::Enum($api),
            follows: Some($follows),
            get: |state| state.stencil_back.unwrap_or(state.stencil_front).$part.name().to_owned(),
            set: |state, text| {
                let front = state.stencil_front;
                state.stencil_back.get_or_insert(front).$part = $kind::from_name(text)?;
                Some(())
            },
        }
    };
}

macro_rules! target {
    (bool, $name:literal, $part:ident) => {
        TargetField {
            name: $name,
            kind: FieldKind::Bool,
            get: |target| target.$part.to_string(),
            set: |target, text| {
                target.$part = text.parse().ok()?;
                Some(())
            },
        }
    };
    ($kind:ident as $api:literal, $name:literal, $part:ident) => {
        TargetField {
            name: $name,
            kind: FieldKind::Enum($api),
            get: |target| target.$part.name().to_owned(),
            set: |target, text| {
                target.$part = $kind::from_name(text)?;
                Some(())
            },
        }
    };
}

/// Fields of `RenderState` that are no blend or write field, in the order of the documentation.
pub const STATE_FIELDS: &[StateField] = &[
    field!(FillMode as "FillMode", "FillMode", fill_mode),
    field!(CullMode as "CullMode", "CullMode", cull_mode),
    field!(FrontFace as "FrontFace", "FrontFace", front_face),
    field!(bool, "ZEnable", z_enable),
    field!(bool, "ZWriteEnable", z_write_enable),
    field!(ComparisonFunc as "ComparisonFunc", "ZFunc", z_func),
    field!(int -2147483648 2147483647, "DepthBias", depth_bias),
    field!(float, "SlopeScaleDepthBias", slope_scale_depth_bias),
    field!(float, "DepthBiasClamp", depth_bias_clamp),
    field!(bool, "DepthClip", depth_clip),
    field!(bool, "ScissorTestEnable", scissor_test_enable),
    field!(bool, "MultisampleEnable", multisample_enable),
    field!(bool, "AlphaToCoverage", alpha_to_coverage),
    field!(int 0 4294967295, "SampleMask", sample_mask),
    field!(bool, "AlphaTestEnable", alpha_test_enable),
    field!(ComparisonFunc as "ComparisonFunc", "AlphaTestFunc", alpha_test_func),
    field!(int 0 255, "AlphaTestRef", alpha_test_ref),
    StateField {
        name: "BlendFactor",
        kind: FieldKind::Color,
        follows: None,
        get: |state| state.blend_factor.map(|part| part.to_string()).join(","),
        set: |state, text| {
            let mut parts = text.split(',').map(|part| part.parse::<f64>().ok());
            for slot in &mut state.blend_factor {
                *slot = parts.next()?? as f32 + 0.0;
            }
            Some(())
        },
    },
    field!(bool, "StencilEnable", stencil_enable),
    field!(int 0 255, "StencilRef", stencil_ref),
    field!(int 0 255, "StencilMask", stencil_mask),
    field!(int 0 255, "StencilWriteMask", stencil_write_mask),
    field!(ComparisonFunc as "ComparisonFunc", "StencilFunc", stencil_front.func),
    field!(StencilOp as "Stencil", "StencilPass", stencil_front.pass),
    field!(StencilOp as "Stencil", "StencilFail", stencil_front.fail),
    field!(StencilOp as "Stencil", "StencilZFail", stencil_front.z_fail),
    back!(ComparisonFunc as "ComparisonFunc", "StencilBackFunc", "StencilFunc", func),
    back!(StencilOp as "Stencil", "StencilBackPass", "StencilPass", pass),
    back!(StencilOp as "Stencil", "StencilBackFail", "StencilFail", fail),
    back!(StencilOp as "Stencil", "StencilBackZFail", "StencilZFail", z_fail),
];

/// Fields that `RenderState` and `RenderTarget[i]` share.
pub const TARGET_FIELDS: &[TargetField] = &[
    target!(bool, "AlphaBlendEnable", alpha_blend_enable),
    target!(BlendMode as "BlendMode", "SrcBlend", src_blend),
    target!(BlendMode as "BlendMode", "DstBlend", dst_blend),
    target!(BlendOp as "BlendOp", "BlendOp", blend_op),
    target!(BlendMode as "BlendMode", "SrcBlendAlpha", src_blend_alpha),
    target!(BlendMode as "BlendMode", "DstBlendAlpha", dst_blend_alpha),
    target!(BlendOp as "BlendOp", "BlendOpAlpha", blend_op_alpha),
    target!(ColorWriteState as "ColorWriteState", "ColorWriteState", color_write_state),
];

/// The fields that differ from `DefaultRenderState`, as a sidecar spells them, with their values: `SrcBlend` and
/// `BlendMode.SrcAlpha`, `RenderTarget[2].ColorWriteState` and `ColorWriteState.None`.
pub fn render_state_changes(state: &RenderState) -> Vec<(String, String)> {
    let default = RenderState::DEFAULT;
    let mut changes = Vec::new();
    for field in STATE_FIELDS {
        let value = (field.get)(state);
        let followed = field.follows.and_then(|name| STATE_FIELDS.iter().find(|other| other.name == name));
        let before = followed.map_or_else(|| (field.get)(&default), |followed| (followed.get)(state));
        if value != before {
            changes.push((field.name.to_owned(), spelled(field.kind, value)));
        }
    }
    let mut compare = |prefix: &str, target: &RenderTargetState, before: &RenderTargetState| {
        for field in TARGET_FIELDS {
            let value = (field.get)(target);
            if value != (field.get)(before) {
                changes.push((format!("{prefix}{}", field.name), spelled(field.kind, value)));
            }
        }
    };
    compare("", &state.target, &default.target);
    for (number, target) in state.targets.iter().enumerate() {
        if let Some(target) = target {
            compare(&format!("RenderTarget[{number}]."), target, &state.target);
        }
    }
    changes
}

/// A value as a sidecar writes it.
fn spelled(kind: FieldKind, value: String) -> String {
    match kind {
        FieldKind::Enum(name) => format!("{name}.{value}"),
        FieldKind::Color => format!("{{ {} }}", value.replace(',', ", ")),
        FieldKind::Bool | FieldKind::Int(..) | FieldKind::Float => value,
    }
}

/// Fields of a shader, in the order of messages.
pub const SHADER_FIELDS: [&str; 9] =
    ["Technique", "Branches", "Specialize", "Source", "Dialect", "Fallback", "Metadata", "Options", "Output"];

/// Fields of a technique besides its entry points.
pub const TECHNIQUE_FIELDS: [&str; 5] = ["RenderState", "VertexFormat", "Defines", "Profile", "Metadata"];

/// Entry-point fields of a technique, with their stages.
pub fn entry_points() -> impl Iterator<Item = (&'static str, Stage)> {
    [
        ("VertexShader", Stage::Vertex),
        ("PixelShader", Stage::Pixel),
        ("ComputeShader", Stage::Compute),
        ("HullShader", Stage::Hull),
        ("DomainShader", Stage::Domain),
        ("GeometryShader", Stage::Geometry),
        ("AmplificationShader", Stage::Amplification),
        ("MeshShader", Stage::Mesh),
    ]
    .into_iter()
}

/// What to do about programs of a machine with entry points.
pub const PROGRAM_HELP: &str = "Remove the entry points: programs have none. For shaders, remove `Output`.";

/// What is wrong with a technique that has exactly these stages (bit *n*: the stage of that number), and how to mend it.
/// Neither a draw nor a dispatch can use all of them.
pub const fn stage_conflict(stages: u32) -> Option<(&'static str, &'static str)> {
    const fn has(stages: u32, stage: Stage) -> bool {
        stages & 1 << stage as u32 != 0
    }
    let of_vertices = has(stages, Stage::Vertex)
        || has(stages, Stage::Hull)
        || has(stages, Stage::Domain)
        || has(stages, Stage::Geometry);
    let of_mesh = has(stages, Stage::Mesh);
    if has(stages, Stage::Compute) && stages != 1 << Stage::Compute as u32 {
        return Some((
            "a compute shader and graphics stages",
            "Split it into two shaders: one for dispatches, one for draws.",
        ));
    }
    if has(stages, Stage::Amplification) && !of_mesh {
        return Some(("an amplification shader and no mesh shader", "Set `MeshShader` as well."));
    }
    if of_mesh && of_vertices {
        return Some((
            "a mesh shader and a vertex, hull, domain or geometry shader",
            "Remove one of them: a mesh shader takes the place of these stages.",
        ));
    }
    None
}

/// A read-only render state under a global name.
pub struct Prefab {
    pub name: &'static str,
    /// The fields that differ from the default.
    pub fields: &'static [(&'static str, &'static str)],
}

/// The built-in prefabs. Blending prefabs keep the target's alpha usable for later compositing.
pub const PREFABS: &[Prefab] = &[
    Prefab { name: "DefaultRenderState", fields: &[] },
    Prefab {
        name: "AlphaBlendRenderState",
        fields: &[
            ("AlphaBlendEnable", "true"),
            ("SrcBlend", "SrcAlpha"),
            ("DstBlend", "InvSrcAlpha"),
            ("SrcBlendAlpha", "One"),
            ("DstBlendAlpha", "InvSrcAlpha"),
            ("ZWriteEnable", "false"),
        ],
    },
    Prefab {
        name: "AdditiveRenderState",
        fields: &[
            ("AlphaBlendEnable", "true"),
            ("SrcBlend", "One"),
            ("DstBlend", "One"),
            ("SrcBlendAlpha", "One"),
            ("DstBlendAlpha", "One"),
            ("ZWriteEnable", "false"),
        ],
    },
    Prefab { name: "DepthOnlyRenderState", fields: &[("ColorWriteState", "____")] },
];

fn number(text: &str) -> Option<i64> {
    let value: f64 = text.parse().ok()?;
    // Every field's range lies within 2^33, where doubles hold whole numbers exactly.
    (value.fract() == 0.0 && value.abs() < 9.0e9).then_some(value as i64)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde::Serialize;
    use serde_json::Value;

    use super::*;

    /// Values of the kind as text; at least one of them is not the default of any field.
    fn texts(kind: FieldKind) -> Vec<String> {
        match kind {
            FieldKind::Bool => vec!["true".to_owned(), "false".to_owned()],
            FieldKind::Enum(name) => {
                let api = enums().into_iter().find(|api| api.name == name).expect("the enum is in the list");
                api.members.into_iter().map(str::to_owned).collect()
            }
            FieldKind::Int(min, max) => vec![min.to_string(), max.to_string()],
            FieldKind::Float => vec!["1.5".to_owned()],
            FieldKind::Color => vec!["0.25,0.5,0.75,0.125".to_owned()],
        }
    }

    /// The names of the fields in which the two differ.
    fn changed(before: &impl Serialize, after: &impl Serialize) -> BTreeSet<String> {
        let fields = |value: &Value| value.as_object().expect("a structure").clone();
        let before = fields(&serde_json::to_value(before).expect("plain data"));
        let after = fields(&serde_json::to_value(after).expect("plain data"));
        after.into_iter().filter(|(name, value)| before.get(name) != Some(value)).map(|(name, _)| name).collect()
    }

    fn all(value: &impl Serialize) -> BTreeSet<String> {
        let value = serde_json::to_value(value).expect("plain data");
        value.as_object().expect("a structure").keys().cloned().collect()
    }

    #[test]
    fn a_sidecar_can_set_every_field_of_a_render_state() {
        let mut set = BTreeSet::from(["target".to_owned(), "targets".to_owned()]);
        for field in STATE_FIELDS {
            for text in texts(field.kind) {
                let mut state = RenderState::DEFAULT;
                (field.set)(&mut state, &text).expect("the text is a value of the field");
                assert_eq!((field.get)(&state), text, "{}", field.name);
                set.extend(changed(&RenderState::DEFAULT, &state));
            }
        }
        assert_eq!(set, all(&RenderState::DEFAULT));
        let mut set = BTreeSet::new();
        for field in TARGET_FIELDS {
            for text in texts(field.kind) {
                let mut target = RenderTargetState::DEFAULT;
                (field.set)(&mut target, &text).expect("the text is a value of the field");
                assert_eq!((field.get)(&target), text, "{}", field.name);
                set.extend(changed(&RenderTargetState::DEFAULT, &target));
            }
        }
        assert_eq!(set, all(&RenderTargetState::DEFAULT));
    }
}
