//! Functions that read and write members of unions and bit-fields.

use super::reach::Reached;
use super::writer::Writer;
use crate::atom::Atom;
use crate::dialect::bsl::types::{Scalar, Ty};

impl Writer<'_> {
    /// The name of such a function.
    pub fn word_function(&self, id: u32, at: u32, is_written: bool) -> String {
        let member = &self.program.structure(id).members[at as usize];
        let verb = if is_written { "set" } else { "get" };
        self.names_own(&format!("{}_{verb}_{}", self.names.structures[id as usize], member.ident.name))
    }

    /// A name of the writer's own that nothing of the program has.
    pub fn names_own(&self, name: &str) -> String {
        let mut name = name.to_owned();
        while self.names.all.contains(&Atom::from(&name)) {
            name.push('_');
        }
        name
    }

    pub fn word_functions(&mut self, reached: &Reached) {
        for (id, at, is_written) in &reached.words {
            let program = self.program;
            let member = &program.structure(*id).members[*at as usize];
            self.set_origin(Some(member.ident.span));
            let name = self.word_function(*id, *at, *is_written);
            let owner = self.names.structures[*id as usize].clone();
            let ty = self.names.type_name(program, member.ty).into_owned();
            self.line_of_nothing();
            if *is_written {
                let value = self.declared(member.ty, "value");
                self.line(&format!("void {name}(inout {owner} self, {value})"));
                self.line("{");
                self.indent += 1;
                let lines = match member.bits {
                    Some(bits) => {
                        let place = if program.structure(*id).is_union {
                            "self.w0".to_owned()
                        } else {
                            format!("self.bits{}", bits.unit)
                        };
                        let value = if program.underlying(member.ty) == Ty::Scalar(Scalar::Uint) {
                            "value".to_owned()
                        } else {
                            "uint(value)".to_owned()
                        };
                        vec![format!("{place} = bitfieldInsert({place}, {value}, {}, {});", bits.offset, bits.width)]
                    }
                    None => self.stored(member.ty, "value", &mut 0).into_iter().collect(),
                };
                for line in lines {
                    self.line(&line);
                }
            } else {
                self.line(&format!("{ty} {name}({owner} self)"));
                self.line("{");
                self.indent += 1;
                let value = match member.bits {
                    Some(bits) => {
                        let place = if program.structure(*id).is_union {
                            "self.w0".to_owned()
                        } else {
                            format!("self.bits{}", bits.unit)
                        };
                        let (offset, width) = (bits.offset, bits.width);
                        match program.underlying(member.ty).component() {
                            Some(Scalar::Int) => format!("bitfieldExtract(int({place}), {offset}, {width})"),
                            Some(Scalar::Bool) => format!("bitfieldExtract({place}, {offset}, {width}) != 0u"),
                            _ => format!("bitfieldExtract({place}, {offset}, {width})"),
                        }
                    }
                    None => self.loaded(member.ty, &mut 0),
                };
                self.line(&format!("return {value};"));
            }
            self.indent -= 1;
            self.line("}");
            self.set_origin(None);
        }
    }

    /// The value of a type in words.
    fn loaded(&self, ty: Ty, at: &mut u32) -> String {
        let mut word = || {
            let name = format!("self.w{at}");
            *at += 1;
            name
        };
        let of_bits = |scalar: Scalar, word: String| match scalar {
            Scalar::Float => format!("uintBitsToFloat({word})"),
            Scalar::Int => format!("int({word})"),
            Scalar::Bool => format!("({word} != 0u)"),
            Scalar::Uint | Scalar::Bool32 => word,
        };
        match ty {
            Ty::Scalar(scalar) => of_bits(scalar, word()),
            Ty::String => word(),
            Ty::Enumeration(_) => self.loaded(self.program.underlying(ty), at),
            Ty::Vector(scalar, lanes) => {
                let parts: Vec<String> = (0..lanes).map(|_| of_bits(scalar, word())).collect();
                format!("{}({})", self.names.type_name(self.program, ty), parts.join(", "))
            }
            Ty::Matrix(columns, rows) => {
                let parts: Vec<String> = (0..columns * rows).map(|_| of_bits(Scalar::Float, word())).collect();
                format!("{}({})", self.names.type_name(self.program, ty), parts.join(", "))
            }
            Ty::Structure(id) => {
                let members = super::stored_members(self.program, id);
                let parts: Vec<String> = members.into_iter().map(|(_, ty)| self.loaded(ty, at)).collect();
                format!("{}({})", self.names.structures[id as usize], parts.join(", "))
            }
            Ty::Array(id) => {
                let (element, length) = self.program.arrays.get(id);
                let parts: Vec<String> = (0..length.unwrap_or(0)).map(|_| self.loaded(element, at)).collect();
                format!("{}({})", self.names.type_name(self.program, ty), parts.join(", "))
            }
            Ty::Error | Ty::Void | Ty::Opaque(_) => String::new(),
        }
    }

    /// Assignments of a value's parts to words.
    fn stored(&self, ty: Ty, value: &str, at: &mut u32) -> Vec<String> {
        let mut word = |scalar: Scalar, value: &str| {
            let made = match scalar {
                Scalar::Float => format!("floatBitsToUint({value})"),
                Scalar::Int | Scalar::Bool => format!("uint({value})"),
                Scalar::Uint | Scalar::Bool32 => value.to_owned(),
            };
            let line = format!("self.w{at} = {made};");
            *at += 1;
            line
        };
        match ty {
            Ty::Scalar(scalar) => vec![word(scalar, value)],
            Ty::String => vec![word(Scalar::Uint, value)],
            Ty::Enumeration(_) => self.stored(self.program.underlying(ty), value, at),
            Ty::Vector(scalar, lanes) => {
                (0..usize::from(lanes)).map(|lane| word(scalar, &format!("{value}.{}", &"xyzw"[lane..=lane]))).collect()
            }
            Ty::Matrix(columns, rows) => (0..columns)
                .flat_map(|column| (0..rows).map(move |row| (column, row)))
                .map(|(column, row)| word(Scalar::Float, &format!("{value}[{column}][{row}]")))
                .collect(),
            Ty::Structure(id) => {
                let members = super::stored_members(self.program, id);
                members
                    .into_iter()
                    .flat_map(|(name, ty)| self.stored(ty, &format!("{value}.{}", self.member_name(name)), at))
                    .collect()
            }
            Ty::Array(id) => {
                let (element, length) = self.program.arrays.get(id);
                (0..length.unwrap_or(0))
                    .flat_map(|index| self.stored(element, &format!("{value}[{index}]"), at))
                    .collect()
            }
            Ty::Error | Ty::Void | Ty::Opaque(_) => Vec::new(),
        }
    }
}
