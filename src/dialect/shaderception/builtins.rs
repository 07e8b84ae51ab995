//! The built-in functions: the one table that the compiler, the machines, the translator and the editor grammar read.

/// The width of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultWidth {
    /// That of the only operand.
    Same,
    /// That of the widest operand.
    Widest,
    /// Always this number of lanes.
    Fixed(u8),
    /// The number of lanes that the second operand selects.
    Selected,
}

/// A built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// The operand of `CALL`.
    pub id: u8,
    /// Lower case; names are found in any case.
    pub name: &'static str,
    pub arity: u8,
    /// Whether narrower operands are cast to the widest first.
    pub pads: bool,
    pub result: ResultWidth,
}

impl Builtin {
    /// Whether programs can call it: `swizzle` is only written by the compiler.
    pub fn is_callable(&self) -> bool {
        self.id != SWIZZLE
    }

    /// Whether it is a constructor of a vector.
    pub fn is_constructor(&self) -> bool {
        (26..=28).contains(&self.id)
    }

    /// Whether it is a function of AudioLink.
    pub fn is_audio(&self) -> bool {
        self.id >= 65
    }

    /// Whether it gives zeros, also with an audio texture.
    pub fn is_stub(&self) -> bool {
        self.id >= 70
    }

    /// What leaves it out of the machine's shader.
    pub fn group(&self) -> Group {
        match self.id {
            1..=25 | ROUND => Group::Math,
            34..=40 => Group::Geometry,
            41 | 45 | 47 => Group::Textures,
            66..=69 => Group::Audio,
            _ => Group::Plain,
        }
    }
}

/// Functions that the machine's shader has or leaves out together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Of the lanes, each by itself.
    Math,
    /// Of vectors.
    Geometry,
    /// Samples of the frame before, the camera and the video.
    Textures,
    /// Texels of the audio texture.
    Audio,
    /// What every machine has.
    Plain,
}

/// The function that reads lanes.
pub const SWIZZLE: u8 = 29;
pub const POW: u8 = 9;
pub const ROUND: u8 = 33;

const fn row(id: u8, name: &'static str, arity: u8, pads: bool, result: ResultWidth) -> Builtin {
    Builtin { id, name, arity, pads, result }
}

/// Every function, by number.
pub const BUILTINS: [Builtin; 60] = {
    use ResultWidth::{Fixed, Same, Selected, Widest};
    [
        row(1, "log", 1, false, Same),
        row(2, "log2", 1, false, Same),
        row(3, "sin", 1, false, Same),
        row(4, "cos", 1, false, Same),
        row(5, "tan", 1, false, Same),
        row(6, "asin", 1, false, Same),
        row(7, "acos", 1, false, Same),
        row(8, "atan", 1, false, Same),
        row(9, "pow", 2, false, Widest),
        row(10, "exp", 1, false, Same),
        row(11, "exp2", 1, false, Same),
        row(12, "sqrt", 1, false, Same),
        row(13, "rsqrt", 1, false, Same),
        row(14, "abs", 1, false, Same),
        row(15, "sign", 1, false, Same),
        row(16, "floor", 1, false, Same),
        row(17, "ceil", 1, false, Same),
        row(18, "frac", 1, false, Same),
        row(19, "mod", 2, true, Widest),
        row(20, "min", 2, true, Widest),
        row(21, "max", 2, true, Widest),
        row(22, "clamp", 3, true, Widest),
        row(23, "lerp", 3, true, Widest),
        row(24, "step", 2, true, Widest),
        row(25, "smoothstep", 3, true, Widest),
        row(26, "float2", 2, false, Fixed(2)),
        row(27, "float3", 3, false, Fixed(3)),
        row(28, "float4", 4, false, Fixed(4)),
        row(29, "swizzle", 2, false, Selected),
        row(30, "uv", 0, false, Fixed(2)),
        row(31, "xy", 0, false, Fixed(2)),
        row(32, "time", 0, false, Fixed(4)),
        row(33, "round", 1, false, Fixed(4)),
        row(34, "dot", 2, true, Fixed(1)),
        row(35, "cross", 2, true, Fixed(3)),
        row(36, "distance", 2, true, Fixed(1)),
        row(37, "normalize", 1, false, Same),
        row(38, "length", 1, false, Fixed(1)),
        row(39, "reflect", 2, true, Widest),
        row(40, "refract", 3, true, Widest),
        row(41, "self", 1, false, Fixed(4)),
        row(42, "resolution", 0, false, Fixed(2)),
        row(43, "button", 0, false, Fixed(4)),
        row(44, "axis", 0, false, Fixed(4)),
        row(45, "camera", 1, false, Fixed(3)),
        row(46, "deltatime", 0, false, Fixed(4)),
        row(47, "video", 1, false, Fixed(3)),
        row(48, "all", 1, false, Fixed(1)),
        row(49, "any", 1, false, Fixed(1)),
        row(65, "audiolinkgetversion", 0, false, Fixed(1)),
        row(66, "audiolinkdata", 1, false, Fixed(4)),
        row(67, "audiolinkdatamultiline", 1, false, Fixed(4)),
        row(68, "audiolinklerp", 1, false, Fixed(4)),
        row(69, "audiolinklerpmultiline", 1, false, Fixed(4)),
        row(70, "audiolinkdecodedataasseconds", 1, false, Fixed(1)),
        row(71, "audiolinkgetamplitudeatfrequency", 1, false, Fixed(4)),
        row(72, "audiolinkgetamplitudeatnote", 2, false, Fixed(1)),
        row(73, "audiolinkgetchronotime", 2, false, Fixed(1)),
        row(74, "audiolinkgetchronotimenormalized", 3, false, Fixed(1)),
        row(75, "audiolinkgetchronotimeinterval", 4, false, Fixed(1)),
    ]
};

/// The function with this name, in any case.
pub fn find(name: &str) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| builtin.is_callable() && builtin.name.eq_ignore_ascii_case(name))
}

/// The function with this number.
pub fn by_id(id: u32) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| u32::from(builtin.id) == id)
}
