//! Functions on the bits of integers, which GLSL ES has from 3.10 on: for 3.00 they are defined in the text, under the same names.

use std::fmt::Write as _;

/// A function on scalars, in the order in which they need each other.
struct Function {
    name: &'static str,
    /// Of unsigned and signed numbers. `{S}` is the type of the number.
    body: &'static str,
    result: ResultType,
    /// Parameters behind the first: numbers of its type (`{T}`), and offsets, which are `int` for vectors too.
    others: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ResultType {
    Same,
    Signed,
}

const OFFSETS: &[&str] = &["int offset", "int bits"];

const FUNCTIONS: [Function; 6] = [
    Function {
        name: "findMSB",
        body: "    uint rest = uint(value);
    if ({S}(-1) < {S}(0) && (rest >> 31) != 0u) { rest = ~rest; }
    if (rest == 0u) { return -1; }
    int at = 0;
    for (int step = 16; step > 0; step >>= 1) {
        if ((rest >> step) != 0u) { rest >>= step; at += step; }
    }
    return at;
",
        result: ResultType::Signed,
        others: &[],
    },
    Function {
        name: "findLSB",
        body: "    uint lowest = uint(value) & (~uint(value) + 1u);
    int at = -1;
    for (int bit = 0; bit < 32; bit++) {
        if ((lowest >> bit) == 1u) { at = bit; }
    }
    return at;
",
        result: ResultType::Signed,
        others: &[],
    },
    Function {
        name: "bitCount",
        body: "    uint sums = uint(value);
    sums -= (sums >> 1) & 0x55555555u;
    sums = (sums & 0x33333333u) + ((sums >> 2) & 0x33333333u);
    sums = (sums + (sums >> 4)) & 0x0F0F0F0Fu;
    return int((sums * 0x01010101u) >> 24);
",
        result: ResultType::Signed,
        others: &[],
    },
    Function {
        name: "bitfieldReverse",
        body: "    uint turned = uint(value);
    turned = ((turned >> 1) & 0x55555555u) | ((turned & 0x55555555u) << 1);
    turned = ((turned >> 2) & 0x33333333u) | ((turned & 0x33333333u) << 2);
    turned = ((turned >> 4) & 0x0F0F0F0Fu) | ((turned & 0x0F0F0F0Fu) << 4);
    turned = ((turned >> 8) & 0x00FF00FFu) | ((turned & 0x00FF00FFu) << 8);
    return {S}((turned >> 16) | (turned << 16));
",
        result: ResultType::Same,
        others: &[],
    },
    Function {
        name: "bitfieldExtract",
        body: "    if (bits == 0) { return {S}(0); }
    return (value << (32 - bits - offset)) >> (32 - bits);
",
        result: ResultType::Same,
        others: OFFSETS,
    },
    Function {
        name: "bitfieldInsert",
        body: "    if (bits == 0) { return value; }
    uint mask = (0xFFFFFFFFu >> (32 - bits)) << offset;
    return {S}((uint(value) & ~mask) | ((uint(inserted) << offset) & mask));
",
        result: ResultType::Same,
        others: &["{T} inserted", "int offset", "int bits"],
    },
];

/// What the definitions follow.
const PLACE: &str = "precision highp int;\n";

/// Defines those of the functions that the text calls.
pub fn define(mut text: String) -> Result<String, String> {
    let mut defined = String::from("\n");
    for function in FUNCTIONS.iter().filter(|function| text.contains(&format!("{}(", function.name))) {
        for (scalar, vector) in [("uint", "uvec"), ("int", "ivec")] {
            function.define(&mut defined, scalar, vector);
        }
    }
    if defined.len() > 1 {
        let at = text.find(PLACE).ok_or("it has no place for functions on bits")? + PLACE.len();
        text.insert_str(at, &defined);
    }
    Ok(text)
}

impl Function {
    /// For a scalar and its vectors. Writing to a string does not fail.
    fn define(&self, to: &mut String, scalar: &str, vector: &str) {
        let is_same = self.result == ResultType::Same;
        let others =
            |ty: &str| self.others.iter().map(|other| format!(", {}", other.replace("{T}", ty))).collect::<String>();
        let result = if is_same { scalar } else { "int" };
        let body = self.body.replace("{S}", scalar);
        let _ = writeln!(to, "{result} {}({scalar} value{}) {{\n{body}}}", self.name, others(scalar));
        for lanes in 2..=4 {
            let ty = format!("{vector}{lanes}");
            let result = if is_same { ty.clone() } else { format!("ivec{lanes}") };
            let call = |lane: char| {
                let names = self.others.iter().filter_map(|other| other.rsplit(' ').next());
                let others =
                    names.map(|name| if name == "inserted" { format!(", {name}.{lane}") } else { format!(", {name}") });
                format!("{}(value.{lane}{})", self.name, others.collect::<String>())
            };
            let calls: Vec<String> = "xyzw".chars().take(lanes).map(call).collect();
            let _ = writeln!(
                to,
                "{result} {}({ty} value{}) {{ return {result}({}); }}",
                self.name,
                others(&ty),
                calls.join(", ")
            );
        }
    }
}
