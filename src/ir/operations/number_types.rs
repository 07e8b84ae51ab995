//! Names of number types in each language, for a name that is another language's.

use super::Vocabulary;

/// A scalar, vector or matrix of numbers. Vectors are columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NumberType {
    scalar: char,
    rows: u8,
    columns: u8,
}

/// Letter, HLSL's word, GLSL's scalar and its letter before `vec` and `mat`.
const SCALARS: [(char, &str, &str, &str); 5] = [
    ('f', "float", "float", ""),
    ('d', "double", "double", "d"),
    ('i', "int", "int", "i"),
    ('u', "uint", "uint", "u"),
    ('b', "bool", "bool", "b"),
];

impl Vocabulary {
    /// What a number type that another language calls `name` is called: `float3` for `vec3` in HLSL. HLSL counts the rows
    /// of a matrix first, GLSL its columns.
    pub fn translated_type(self, name: &str) -> Option<String> {
        let others = Self::ALL.into_iter().filter(|other| *other != self);
        let translated = others.filter_map(|other| other.number_type(name)).find_map(|ty| self.spell(ty))?;
        (translated != name).then_some(translated)
    }

    fn number_type(self, name: &str) -> Option<NumberType> {
        let scalar = |word: &str, at: fn(&(char, &'static str, &'static str, &'static str)) -> &'static str| {
            SCALARS.iter().find(|row| at(row) == word).map(|row| row.0)
        };
        match self {
            Vocabulary::Hlsl => {
                let size = name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
                let scalar = scalar(&name[..name.len() - size.len()], |row| row.1)?;
                let (rows, columns) = match size.split_once('x') {
                    Some((rows, columns)) => (digit(rows)?, digit(columns)?),
                    None if size.is_empty() => (1, 1),
                    None => (digit(size)?, 1),
                };
                Some(NumberType { scalar, rows, columns })
            }
            Vocabulary::Glsl => {
                if let Some((letter, size)) = name.split_once("vec") {
                    return Some(NumberType { scalar: scalar(letter, |row| row.3)?, rows: digit(size)?, columns: 1 });
                }
                let (letter, size) = name.split_once("mat")?;
                let (columns, rows) = size.split_once('x').unwrap_or((size, size));
                Some(NumberType { scalar: scalar(letter, |row| row.3)?, rows: digit(rows)?, columns: digit(columns)? })
            }
        }
    }

    fn spell(self, NumberType { scalar, rows, columns }: NumberType) -> Option<String> {
        let (_, word, glsl, letter) = SCALARS.iter().find(|row| row.0 == scalar)?;
        match (self, rows, columns) {
            (Vocabulary::Hlsl, 1, 1) => Some((*word).to_owned()),
            (Vocabulary::Hlsl, rows, 1) => Some(format!("{word}{rows}")),
            (Vocabulary::Hlsl, rows, columns) => Some(format!("{word}{rows}x{columns}")),
            (Vocabulary::Glsl, 1, 1) => Some((*glsl).to_owned()),
            (Vocabulary::Glsl, rows, 1) => Some(format!("{letter}vec{rows}")),
            // Matrices of integers, and of one row, are HLSL's alone.
            (Vocabulary::Glsl, rows, columns) if rows > 1 && matches!(scalar, 'f' | 'd') => {
                let size = if rows == columns { rows.to_string() } else { format!("{columns}x{rows}") };
                Some(format!("{letter}mat{size}"))
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
