//! Values: parsed from attributes, written as GLSL and for reflection.

use std::fmt::Write;

use super::types::{TypeId, TypeKind, TypeTable};

/// Elements of an array value.
const MOST_ELEMENTS: usize = 65_536;

/// A value of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Boolean(bool),
    Integer(i32),
    /// A float, or the components of a vector or a matrix in the document's order.
    Floats(Vec<f32>),
    /// A string, a file name, or the name of an enumerated value.
    Text(String),
    Struct(Vec<Value>),
}

/// Parses a value.
///
/// # Errors
/// What is wrong with the text.
pub fn parse(types: &TypeTable, ty: TypeId, text: &str) -> Result<Value, String> {
    match &types.get(ty).kind {
        TypeKind::Boolean => match text.trim() {
            "true" => Ok(Value::Boolean(true)),
            "false" => Ok(Value::Boolean(false)),
            other => Err(format!("`{other}` is not `true` or `false`")),
        },
        TypeKind::Integer => {
            text.trim().parse().map(Value::Integer).map_err(|_| format!("`{}` is not an integer", text.trim()))
        }
        TypeKind::Float => floats(text, 1),
        TypeKind::Vector(size) => floats(text, usize::from(*size)),
        TypeKind::Matrix(size) => floats(text, usize::from(*size) * usize::from(*size)),
        TypeKind::Struct(members) => structure(types, members, text),
        TypeKind::Array(_) => {
            let parts: Vec<f32> = parts(text).map(float).collect::<Result<_, _>>()?;
            if parts.len() > MOST_ELEMENTS { Err("the array is too long".to_owned()) } else { Ok(Value::Floats(parts)) }
        }
        _ => Ok(Value::Text(text.to_owned())),
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

fn float(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(format!("`{text}` is not a number")),
    }
}

fn floats(text: &str, count: usize) -> Result<Value, String> {
    let values: Vec<f32> = parts(text).take(count + 1).map(float).collect::<Result<_, _>>()?;
    if values.len() == count {
        Ok(Value::Floats(values))
    } else {
        let found = if values.len() > count { "more".to_owned() } else { values.len().to_string() };
        Err(format!("{count} numbers are expected, and {found} are there"))
    }
}

/// `{a;b;c}`, where a member that is a structure has braces of its own.
fn structure(types: &TypeTable, members: &[(String, TypeId, String)], text: &str) -> Result<Value, String> {
    let inner = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let inner = inner.ok_or_else(|| "the value of a structure is written `{a;b}`".to_owned())?;
    let (mut depth, mut from, mut found) = (0_usize, 0, Vec::new());
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1).ok_or_else(|| "a `}` has no `{`".to_owned())?,
            ';' if depth == 0 => {
                found.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&inner[from..]);
    if found.len() != members.len() {
        return Err(format!("{} members are expected, and {} are there", members.len(), found.len()));
    }
    let values = members.iter().zip(found).map(|((_, ty, _), text)| parse(types, *ty, text));
    values.collect::<Result<_, _>>().map(Value::Struct)
}

/// Writes a float with a fixed number of decimals.
pub fn push_float(out: &mut String, value: f32, precision: usize) {
    // The sign of zero stays, as it does in the reference.
    let _ = write!(out, "{value:.precision$}");
}

/// Writes a value as GLSL.
pub fn push_glsl(out: &mut String, types: &TypeTable, ty: TypeId, value: &Value, precision: usize) {
    match value {
        Value::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Integer(value) => {
            let _ = write!(out, "{value}");
        }
        Value::Floats(values) => {
            let info = types.get(ty);
            match &info.kind {
                TypeKind::Float => push_float(out, values.first().copied().unwrap_or(0.0), precision),
                TypeKind::Array(element) => {
                    let _ = write!(out, "{}[{}](", types.get(*element).text, values.len().max(1));
                    push_list(out, values, precision);
                    out.push(')');
                }
                _ => {
                    out.push_str(&info.text);
                    out.push('(');
                    push_list(out, values, precision);
                    out.push(')');
                }
            }
        }
        Value::Text(_) => out.push('0'),
        Value::Struct(values) => {
            let info = types.get(ty);
            out.push_str(&info.text);
            out.push('(');
            if let TypeKind::Struct(members) = &info.kind {
                for (at, (value, (_, ty, _))) in values.iter().zip(members).enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    push_glsl(out, types, *ty, value, precision);
                }
            }
            out.push(')');
        }
    }
}

fn push_list(out: &mut String, values: &[f32], precision: usize) {
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        push_float(out, *value, precision);
    }
}

/// The value as documents write it: `0, 0.5, 1`.
pub fn document_text(value: &Value) -> String {
    match value {
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Floats(values) => values.iter().map(f32::to_string).collect::<Vec<_>>().join(", "),
        Value::Text(text) => text.clone(),
        Value::Struct(values) => format!("{{{}}}", values.iter().map(document_text).collect::<Vec<_>>().join(";")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_parsed_by_their_type() {
        let types = TypeTable::default();
        assert_eq!(parse(&types, TypeId::COLOR3, "1, .5,2"), Ok(Value::Floats(vec![1.0, 0.5, 2.0])));
        assert!(parse(&types, TypeId::COLOR3, "1, 2").is_err(), "a component is missing");
        assert!(parse(&types, TypeId::FLOAT, "1e99").is_err(), "it is not finite");
        assert!(parse(&types, TypeId::BOOLEAN, "yes").is_err());
        assert_eq!(parse(&types, TypeId::INTEGER, " -7 "), Ok(Value::Integer(-7)));
    }

    #[test]
    fn what_is_parsed_is_written_and_parsed_again() {
        let types = TypeTable::default();
        let pieces = ["{", "}", ";", ",", "-", "1e", "nan", "\u{e9}", "0x", "", " "];
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    let text = format!("{a}{b}{c}{b}{a}");
                    for ty in [TypeId::FLOAT, TypeId::MATRIX44, TypeId::FLOATARRAY, TypeId::STRING, TypeId::BOOLEAN] {
                        // Most of these are no values, and none makes the parser panic.
                        if let Ok(value) = parse(&types, ty, &text) {
                            assert_eq!(parse(&types, ty, &document_text(&value)).as_ref(), Ok(&value), "{text}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn floats_have_a_fixed_number_of_decimals() {
        let types = TypeTable::default();
        let mut text = String::new();
        push_glsl(&mut text, &types, TypeId::VECTOR2, &Value::Floats(vec![0.1, 2.0]), 6);
        assert_eq!(text, "vec2(0.100000, 2.000000)");
    }
}
