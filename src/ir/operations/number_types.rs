//! Names of number types in each language, for a name that is another language's.

use super::Vocabulary;

/// A scalar, vector or matrix of numbers. Vectors are columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NumberType {
    /// The row of [`SCALARS`].
    scalar: usize,
    rows: u8,
    columns: u8,
}

/// The word of a scalar in both languages, and what GLSL has before `vec` and `mat`.
const SCALARS: [(&str, &str); 5] = [("float", ""), ("double", "d"), ("int", "i"), ("uint", "u"), ("bool", "b")];

impl Vocabulary {
    /// What a number type that another language calls `name` is called: `float3` for `vec3` in HLSL. HLSL counts the rows
    /// of a matrix first, GLSL its columns.
    pub fn translated_type(self, name: &str) -> Option<String> {
        let others = Self::ALL.into_iter().filter(|other| *other != self);
        let translated = others.filter_map(|other| other.number_type(name)).find_map(|ty| self.spell(ty))?;
        (translated != name).then_some(translated)
    }

    fn number_type(self, name: &str) -> Option<NumberType> {
        let of_prefix = |prefix: &str| SCALARS.iter().position(|(_, known)| *known == prefix);
        match self {
            Vocabulary::Hlsl => {
                let size = name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
                let word = &name[..name.len() - size.len()];
                let scalar = SCALARS.iter().position(|(known, _)| *known == word)?;
                let (rows, columns) = match size.split_once('x') {
                    Some((rows, columns)) => (digit(rows)?, digit(columns)?),
                    None if size.is_empty() => (1, 1),
                    None => (digit(size)?, 1),
                };
                Some(NumberType { scalar, rows, columns })
            }
            Vocabulary::Glsl => {
                if let Some((letter, size)) = name.split_once("vec") {
                    return Some(NumberType { scalar: of_prefix(letter)?, rows: digit(size)?, columns: 1 });
                }
                let (letter, size) = name.split_once("mat")?;
                let (columns, rows) = size.split_once('x').unwrap_or((size, size));
                Some(NumberType { scalar: of_prefix(letter)?, rows: digit(rows)?, columns: digit(columns)? })
            }
        }
    }

    fn spell(self, NumberType { scalar, rows, columns }: NumberType) -> Option<String> {
        let (word, prefix) = SCALARS.get(scalar)?;
        match (self, rows, columns) {
            (_, 1, 1) => Some((*word).to_owned()),
            (Vocabulary::Hlsl, rows, 1) => Some(format!("{word}{rows}")),
            (Vocabulary::Hlsl, rows, columns) => Some(format!("{word}{rows}x{columns}")),
            (Vocabulary::Glsl, rows, 1) => Some(format!("{prefix}vec{rows}")),
            // Matrices of integers, and of one row, are HLSL's alone.
            (Vocabulary::Glsl, rows, columns) if rows > 1 && scalar < 2 => {
                let size = if rows == columns { rows.to_string() } else { format!("{columns}x{rows}") };
                Some(format!("{prefix}mat{size}"))
            }
            (Vocabulary::Glsl, ..) => None,
        }
    }
}

/// 1 to 4.
fn digit(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number| (1..=4).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_types_have_names_in_each_language() {
        let all = |language: Vocabulary, names: &[&str]| -> Vec<String> {
            names.iter().map(|name| language.translated_type(name).unwrap_or_default()).collect()
        };
        let hlsl = all(Vocabulary::Hlsl, &["vec3", "uvec2", "mat4", "dmat3", "mat4x3", "vec5", "umat2", "vector"]);
        assert_eq!(hlsl, ["float3", "uint2", "float4x4", "double3x3", "float3x4", "", "uint2x2", ""]);
        let glsl = all(Vocabulary::Glsl, &["float3", "uint2", "float3x4", "double4x4", "int2x2", "float", "half2"]);
        assert_eq!(glsl, ["vec3", "uvec2", "mat4x3", "dmat4", "", "", ""]);
    }
}
