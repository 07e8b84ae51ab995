//! Types as they are written: names, arrays, references.

use super::lookup::{Named, shown_path};
use super::{Checker, LocalSymbol};
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Expr, ExprKind, Path, TypeName};
use crate::dialect::bsl::program::Symbol;
use crate::dialect::bsl::types::{INT, Storage, Ty, is_reserved};

/// Elements of an array; what is made of its elements takes as many steps.
const MAX_LENGTH: i64 = 1 << 24;

impl Checker<'_> {
    /// The type of a name; the mistake is reported.
    pub fn resolve_type(&mut self, ty: &TypeName) -> (Ty, Storage) {
        self.resolve_path_type(&ty.path)
    }

    pub fn resolve_path_type(&mut self, path: &Path) -> (Ty, Storage) {
        match self.type_of_path(path) {
            Some(found) => found,
            None => {
                let name = path.last().ident.name;
                let span = path.span;
                if is_reserved(&name) {
                    let message = format!("`{name}` is a word of GLSL or of a target");
                    self.report(Diagnostic::error("bsl/reserved-word", message).at(span));
                } else {
                    let message = format!("there is no type `{}`", shown_path(path));
                    self.report(Diagnostic::error("bsl/unknown-type", message).at(span));
                }
                (Ty::Error, Storage::Plain)
            }
        }
    }

    /// The type that a path names; `None` where it names none.
    pub fn type_of_path(&mut self, path: &Path) -> Option<(Ty, Storage)> {
        let name = path.last().ident.name;
        if path.parts.len() == 1 && matches!(name.as_str(), "union_t" | "srt_t") {
            return self.wrapped_type(path);
        }
        match self.find_path(path) {
            Named::BuiltIn(ty, storage) => Some((ty, storage)),
            Named::Symbol(Symbol::Type(ty, storage), _) => Some((ty, storage)),
            Named::Local(LocalSymbol::Type(ty), _) => Some((ty, Storage::Plain)),
            Named::Symbol(Symbol::StructureTemplate(_), _) => {
                let message = format!("`{name}` is a template, and has no arguments here");
                self.error("bsl/template-needs-arguments", message, path.span);
                Some((Ty::Error, Storage::Plain))
            }
            Named::Broken | Named::Symbol(Symbol::Broken, _) | Named::Local(LocalSymbol::Broken, _) => {
                Some((Ty::Error, Storage::Plain))
            }
            _ => None,
        }
    }

    /// `union_t<T>` and `srt_t<T>`, which are `T` to a shader.
    fn wrapped_type(&mut self, path: &Path) -> Option<(Ty, Storage)> {
        use crate::dialect::bsl::ast::TemplateArgument;
        match path.parts[0].arguments.as_deref() {
            Some([TemplateArgument::Path(inner)]) => Some(self.resolve_path_type(inner)),
            _ => {
                let message = format!("`{}` takes one type", path.parts[0].ident.name);
                self.error("bsl/template-argument", message, path.span);
                Some((Ty::Error, Storage::Plain))
            }
        }
    }

    /// The type with a declarator's extents. `of_list`: how many elements an initialiser has, for `T a[]`.
    pub fn with_extents(&mut self, element: Ty, extents: &[(Option<Expr>, Span)], of_list: Option<u32>) -> Ty {
        if element == Ty::Error {
            return element;
        }
        let mut ty = element;
        for (at, (size, place)) in extents.iter().enumerate().rev() {
            let length = match size {
                Some(size) => match self.array_length(size) {
                    Some(length) => length,
                    None => return Ty::Error,
                },
                None if extents.len() > 1 => {
                    let message = "an array of several dimensions has one without a size";
                    self.error("bsl/array-implicit-multi", message, *place);
                    return Ty::Error;
                }
                None => match of_list {
                    Some(count) if at == 0 => count,
                    _ => {
                        self.error("bsl/array-no-size", "the array has neither a size nor an initialiser", *place);
                        return Ty::Error;
                    }
                },
            };
            ty = self.program.arrays.of(ty, Some(length));
        }
        ty
    }

    fn array_length(&mut self, size: &Expr) -> Option<u32> {
        let value = self.expression(size, Some(INT));
        if value.is_broken() {
            return None;
        }
        let Some(length) = value.constant.and_then(|constant| constant.as_integer()) else {
            self.error("bsl/array-size-constant", "the size of an array is not a constant integer", size.span);
            return None;
        };
        if length <= 0 {
            self.error("bsl/array-size-zero", format!("an array of {length} elements"), size.span);
            return None;
        }
        if length > MAX_LENGTH {
            let message = format!("an array of {length} elements; {MAX_LENGTH} are the most");
            self.error("bsl/array-size-constant", message, size.span);
            return None;
        }
        Some(length as u32)
    }

    /// Whether an expression names a type: the head of a constructor.
    pub fn names_type(&mut self, expr: &Expr) -> Option<(Ty, Storage)> {
        let ExprKind::Path(path) = &expr.kind else { return None };
        if let [part] = &*path.parts
            && part.arguments.is_none()
            && let Some(local) = self.find_local(part.ident.name)
            && !matches!(local.symbol, LocalSymbol::Type(_) | LocalSymbol::Broken)
        {
            return None;
        }
        self.type_of_path(path)
    }
}
