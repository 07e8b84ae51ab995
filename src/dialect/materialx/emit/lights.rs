//! Writes the data of lights and the functions that sample them.

use super::writer::Writer;
use crate::dialect::materialx::problem::Problem;
use crate::dialect::materialx::session::Session;
use crate::dialect::materialx::types::{TypeId, TypeKind};

/// A member of the data of a light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightMember {
    pub name: String,
    pub ty: TypeId,
}

/// A light shader that is bound to an id.
#[derive(Debug)]
pub struct BoundLight {
    pub id: u32,
    /// The function that samples it, and the file that has it.
    pub function: String,
    pub fragment: std::sync::Arc<crate::dialect::materialx::library::Fragment>,
}

/// The lights of a shader.
#[derive(Debug, Default)]
pub struct Lights {
    pub members: Vec<LightMember>,
    pub bound: Vec<BoundLight>,
}

/// Bytes that a member counts in the order and in the padding.
fn size_class(session: &Session<'_>, ty: TypeId) -> usize {
    match session.types.get(ty).kind {
        TypeKind::Matrix(_) => 64,
        TypeKind::Vector(_) => 16,
        _ => 4,
    }
}

impl Lights {
    /// Reads the light shaders that the options bind.
    pub fn of(session: &Session<'_>, problems: &mut Vec<Problem>) -> Lights {
        use crate::dialect::materialx::implementation::Body;
        use crate::dialect::materialx::problem::ProblemKind;
        let mut lights =
            Lights { members: vec![LightMember { name: "type".to_owned(), ty: TypeId::INTEGER }], bound: Vec::new() };
        let mut sorted = session.options.lights.clone();
        sorted.sort();
        for (id, name) in sorted {
            let Some(definition) = session.universe.definition(None, &name) else {
                let message = format!("there is no node definition `{name}` for the light {id}");
                problems.push(Problem::new(ProblemKind::NoNodeDef, message));
                continue;
            };
            if session.universe.definition_type(definition) != "lightshader" {
                let message = format!("`{name}` is bound to the light {id}, and is no light shader");
                problems.push(definition.problem(ProblemKind::LightType, message));
                continue;
            }
            if lights.bound.iter().any(|known| known.id == id) {
                problems.push(Problem::new(ProblemKind::LightId, format!("the light id {id} is used twice")));
                continue;
            }
            match session.implementation(definition, definition, problems) {
                Ok(implementation) => match &implementation.body {
                    Body::Function { function, fragment, .. } => {
                        for input in session.universe.definition_inputs(definition) {
                            let ty = session.types.find(input.attr("type").unwrap_or("")).unwrap_or(TypeId::NONE);
                            let name = session.reserved.valid(input.name());
                            if !lights.members.iter().any(|known| known.name == name) {
                                lights.members.push(LightMember { name, ty });
                            }
                        }
                        lights.bound.push(BoundLight { id, function: function.clone(), fragment: fragment.clone() });
                    }
                    _ => {
                        let message = format!("the light shader `{name}` is not a function of a file");
                        problems.push(definition.problem(ProblemKind::LightType, message));
                    }
                },
                Err(problem) => problems.push(problem),
            }
        }
        lights.members.sort_by_key(|member| std::cmp::Reverse(size_class(session, member.ty)));
        lights
    }

    /// Declares the data of lights as a block with this binding.
    pub fn declare(&self, session: &Session<'_>, binding: u32, out: &mut Writer) {
        out.line(session, "struct LightData");
        out.open(session);
        let mut size = 0;
        for member in &self.members {
            out.line(session, &format!("{} {};", session.types.get(member.ty).text, member.name));
            size += size_class(session, member.ty);
        }
        for at in 0..size.next_multiple_of(16).saturating_sub(size) / 4 {
            out.line(session, &format!("float pad{at};"));
        }
        out.close(session, ";");
        out.blank();
        out.line(session, &format!("layout (std140, binding={binding}) uniform LightData_pixel"));
        out.open(session);
        out.line(session, "LightData u_lightData[MAX_LIGHT_SOURCES];");
        out.close(session, ";");
        out.blank();
    }

    /// Writes the functions that count and sample lights.
    pub fn functions(&self, session: &Session<'_>, out: &mut Writer, problems: &mut Vec<Problem>) {
        for light in &self.bound {
            out.file(session, &light.fragment, problems);
            out.blank();
        }
        out.line(session, "int numActiveLightSources()");
        out.open(session);
        out.line(session, "return min(u_numActiveLightSources, MAX_LIGHT_SOURCES);");
        out.close(session, "");
        out.blank();
        out.line(session, "void sampleLightSource(LightData light, vec3 position, out lightshader result)");
        out.open(session);
        out.line(session, "result.intensity = vec3(0.000000, 0.000000, 0.000000);");
        out.line(session, "result.direction = vec3(0.000000, 0.000000, 0.000000);");
        for (at, light) in self.bound.iter().enumerate() {
            let word = if at == 0 { "if" } else { "else if" };
            out.line(session, &format!("{word} (light.type == {})", light.id));
            out.open(session);
            out.line(session, &format!("{}(light, position, result);", light.function));
            out.close(session, "");
        }
        out.close(session, "");
        out.blank();
    }
}
