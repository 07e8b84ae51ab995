//! Specialisation constants in HLSL and MSL. naga's module has a private variable for each
//! ([`SpecialisationForm::Variable`](crate::lower::SpecialisationForm::Variable)); the text gets a constant in its place.
//!
//! - HLSL: `static const float NAME = UBERC_SPEC_gain;`, whose macro the text defines as the default where the command line does
//!   not define it.
//! - MSL: a function constant with the number of the constant, and the default where the pipeline gives no value.

use crate::lower::{CONSTANT_VARIABLE, Specialisation};

/// The beginning of the names of HLSL's macros.
const MACRO: &str = "UBERC_SPEC_";

/// A default as a literal of both languages. `ty`: the type in the text.
fn literal(constant: &Specialisation, ty: &str) -> Result<String, String> {
    let bits = constant.default as u32;
    match ty {
        "float" => Ok(format!("{:?}", f32::from_bits(bits))),
        "int" if bits == 1 << 31 => Ok("(-2147483647 - 1)".to_owned()),
        "int" => Ok((bits as i32).to_string()),
        "uint" => Ok(format!("{bits}u")),
        "bool" => Ok((bits != 0).to_string()),
        other => Err(format!("a specialisation constant is {other}")),
    }
}

/// A line that declares a variable of a constant: type and name.
fn declared<'a>(words: &[&'a str], constant: &Specialisation) -> Option<(&'a str, &'a str)> {
    let [ty, name, "=", ..] = *words else { return None };
    let number = name.strip_prefix(CONSTANT_VARIABLE)?.split('_').next()?;
    (number.parse() == Ok(constant.id)).then_some((ty, name))
}

/// The name of the constant's macro.
fn macro_name(constant: &Specialisation) -> String {
    let letters = constant.symbol.0.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    MACRO.chars().chain(letters).collect()
}

/// HLSL with constants in the place of variables.
///
/// # Errors
/// A constant whose type has no literal here.
pub fn as_macros(text: String, constants: &[Specialisation]) -> Result<String, String> {
    if constants.is_empty() {
        return Ok(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let words: Vec<&str> = line.split_whitespace().collect();
        let found = constants.iter().find_map(|constant| {
            let ["static", rest @ ..] = words.as_slice() else { return None };
            Some((constant, declared(rest, constant)?))
        });
        match found {
            Some((constant, (ty, name))) => {
                let (known, value) = (macro_name(constant), literal(constant, ty)?);
                out +=
                    &format!("#ifndef {known}\n#define {known} {value}\n#endif\nstatic const {ty} {name} = {known};\n");
            }
            None => out += line,
        }
    }
    Ok(out)
}

/// MSL with function constants, whose values the variables of the entry point get.
///
/// # Errors
/// See [`as_macros`].
pub fn as_function_constants(text: String, constants: &[Specialisation]) -> Result<String, String> {
    if constants.is_empty() {
        return Ok(text);
    }
    let mut globals = String::new();
    let mut values = String::new();
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let words: Vec<&str> = line.split_whitespace().collect();
        let found = constants.iter().find_map(|constant| Some((constant, declared(&words, constant)?)));
        let Some((constant, (ty, name))) = found else {
            out += line;
            continue;
        };
        let (id, value) = (constant.id, literal(constant, ty)?);
        let given = format!("uberc_function_constant_{id}");
        globals += &format!("constant {ty} {given} [[function_constant({id})]];\n");
        values += &format!("constant {ty} value_{id} = is_function_constant_defined({given}) ? {given} : {value};\n");
        let indent = &line[..line.len() - line.trim_start().len()];
        out += &format!("{indent}{ty} {name} = uberc_constants::value_{id};\n");
    }
    let head = "using metal::uint;\n";
    let at = out.find(head).ok_or("the text has not naga's head")? + head.len();
    // `is_function_constant_defined` belongs to the namespace `metal`, or is a macro.
    let all = format!("{globals}namespace uberc_constants {{\nusing namespace metal;\n{values}}}\n");
    out.insert_str(at, &all);
    Ok(out)
}
