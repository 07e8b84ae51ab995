//! `layout(component = n)` of an input or output.

use super::qualifiers::Qualifiers;
use super::rules::Analyser;
use crate::atom::Atom;
use crate::dialect::glsl::extensions::ENHANCED_LAYOUTS;
use crate::dialect::glsl::words::type_name;
use crate::ir::{Scalar, Shape, Type, shape};
use crate::sema::{Failed, Result};

impl Analyser<'_, '_> {
    /// Whether an input or output can begin at the component of its location that it names.
    pub fn component(&mut self, (name, token): (Atom, u32), ty: &Type, words: &Qualifiers) -> Result<()> {
        let Some((_, at)) = words.layout.named.iter().find(|(name, _)| *name == "component") else { return Ok(()) };
        let at = *at;
        let settings = &self.context.settings;
        if settings.es || settings.version < 440 && !settings.extensions.has_any(ENHANCED_LAYOUTS) {
            self.error("layout", at, "`component` is not in this version of GLSL")
                .help("Write `#version 440` or a later one, without `es`.");
            return Err(Failed);
        }
        if words.varying.location.is_none() {
            self.error("layout", at, "`component` without a `location`").help("Write `location = 0, component = 0`.");
            return Err(Failed);
        }
        let mut of = ty;
        while let Type::Array(element, _) = of {
            of = element;
        }
        let (shown, component) = (type_name(ty), words.varying.component);
        let (scalar, count) = match shape(of) {
            Shape::Scalar(scalar) => (scalar, 1),
            Shape::Vector(scalar, count) => (scalar, count),
            _ => {
                let text = format!("`{name}` is a `{shown}`, and only numbers and vectors have a component");
                self.error("layout", at, text);
                return Err(Failed);
            }
        };
        if matches!(scalar, Scalar::Double | Scalar::Int64 | Scalar::Uint64) {
            self.unsupported(at, format!("a component of a location for a `{shown}`"));
            return Err(Failed);
        }
        if component + count > 4 {
            let text = format!("`{name}`, a `{shown}`, does not fit into a location from component {component} on");
            self.error("layout", token, text).help("A location has four components.");
            return Err(Failed);
        }
        Ok(())
    }
}
