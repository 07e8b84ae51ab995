//! Lists of initialisers: `{a, .b = c, {d}}`.

use std::borrow::Cow;

use super::{Checker, Value};
use crate::diag::Span;
use crate::dialect::bsl::ast::{Expr, ExprKind, Ident, List, Path};
use crate::dialect::bsl::output_tree::{Callee, OutExpr};
use crate::dialect::bsl::types::{FLOAT, Scalar, Ty};

impl Checker<'_> {
    /// The value of an initialiser of a variable of this type.
    pub fn initialiser(&mut self, expr: &Expr, ty: Ty) -> Value {
        let value = self.expression(expr, Some(ty));
        if matches!(value.ty, Ty::Array(_)) && !matches!(expr.kind, ExprKind::List(_)) {
            return self.broken("bsl/array-operand", "an array is copied as a whole", expr.span);
        }
        if value.is_broken() { value } else { self.convert_or_report(value, ty, expr.span) }
    }

    /// `T{...}`.
    pub fn construct(&mut self, path: &Path, list: &List) -> Value {
        let (ty, _) = self.resolve_path_type(path);
        if ty == Ty::Error {
            return Value::broken(list.span);
        }
        if self.program.table_kind(ty).is_some() {
            return self.broken("bsl/table-construct", "a resource table is constructed", path.span);
        }
        let span = Span { end: list.span.end.max(path.span.end), ..path.span };
        let mut value = self.list(list, ty);
        value.out.span = span;
        value
    }

    /// A list as a value of a type.
    pub fn list(&mut self, list: &List, ty: Ty) -> Value {
        if list.items.is_empty() {
            return self.zero(ty, list.span);
        }
        match ty {
            Ty::Structure(id) => self.structure_list(list, id),
            Ty::Array(id) => {
                let (element, length) = self.program.arrays.get(id);
                self.array_list(list, ty, element, length)
            }
            Ty::Vector(..) | Ty::Matrix(..) => self.number_list(list, ty),
            Ty::Scalar(_) | Ty::Enumeration(_) | Ty::String => match list.items.as_slice() {
                [(None, one)] => {
                    let value = self.expression(one, Some(ty));
                    if value.is_broken() { value } else { self.convert_or_report(value, ty, one.span) }
                }
                _ => self.broken("bsl/excess-elements", "a scalar has one value", list.span),
            },
            _ => self.broken("bsl/list-needs-type", "this type has no list of values", list.span),
        }
    }

    fn number_list(&mut self, list: &List, ty: Ty) -> Value {
        if let Some((Some(designator), _)) = list.items.iter().find(|(designator, _)| designator.is_some()) {
            let message = "a vector has no members with names";
            return self.broken("bsl/designator-unknown", message, designator.span);
        }
        let (count, element) = match ty {
            Ty::Matrix(columns, rows) => (columns, Ty::Vector(Scalar::Float, rows)),
            _ => (ty.lanes(), ty.component().map_or(FLOAT, Ty::Scalar)),
        };
        let is_flat_matrix = matches!(ty, Ty::Matrix(columns, rows) if list.items.len() == usize::from(columns * rows));
        let values: Vec<Value> = list.items.iter().map(|(_, item)| self.expression(item, Some(element))).collect();
        if values.iter().any(Value::is_broken) {
            return Value::broken(list.span);
        }
        // `float4{v.xy, 0, 1}` names each component, by parts.
        let given: usize = values
            .iter()
            .map(|value| if matches!(ty, Ty::Vector(..)) { usize::from(value.ty.lanes()) } else { 1 })
            .sum();
        let is_copy = matches!(values.as_slice(), [one] if one.ty == ty);
        if given != usize::from(count) && !is_copy && !is_flat_matrix {
            let message = format!("`{}` is given {given} values in a list, and has {count}", self.show(ty));
            return self.broken("bsl/aggregate-vector", message, list.span);
        }
        self.construct_number(ty, values, list.span)
    }

    fn array_list(&mut self, list: &List, ty: Ty, element: Ty, length: Option<u32>) -> Value {
        let mut outs = Vec::new();
        let mut is_sound = true;
        for (designator, item) in &list.items {
            if let Some(designator) = designator {
                return self.broken("bsl/designator-array", "the elements of an array have no names", designator.span);
            }
            let value = self.initialiser(item, element);
            is_sound &= !value.is_broken();
            outs.push(value.out);
        }
        let length = length.unwrap_or(outs.len() as u32) as usize;
        if outs.len() > length {
            let message = format!("{} values for an array of {length}", outs.len());
            return self.broken("bsl/excess-elements", message, list.items[length].1.span);
        }
        if !is_sound {
            return Value::broken(list.span);
        }
        if outs.len() < length {
            // The whole type is no longer than what may be written out.
            if self.zero(ty, list.span).is_broken() {
                return Value::broken(list.span);
            }
            let zero = self.zero(element, list.span).out;
            outs.resize(length, zero);
        }
        Value::temporary(ty, OutExpr::call(Callee::Type(ty), outs, list.span))
    }

    fn structure_list(&mut self, list: &List, id: u32) -> Value {
        let span = list.span;
        let members = self.initialised_members(id);
        let designated = list.items.iter().any(|(designator, _)| designator.is_some());
        if self.program.structure(id).is_union
            && let [_, (_, second), ..] = list.items.as_slice()
        {
            return self.broken("bsl/excess-elements", "a list gives a value to one member of a union", second.span);
        }
        let mut given: Vec<Option<Cow<'_, Expr>>> = vec![None; members.len()];
        let mut last: Option<usize> = None;
        for (at, (designator, item)) in list.items.iter().enumerate() {
            let mut item = Cow::Borrowed(item);
            let place = match designator {
                Some(designator) => match self.designated(id, &members, *designator) {
                    Some((place, is_direct)) => {
                        if !is_direct {
                            // A member of an anonymous union or structure: a list of that.
                            let inner = List { items: vec![(Some(*designator), item.into_owned())], span };
                            item = Cow::Owned(Expr { kind: ExprKind::List(inner), span });
                        }
                        place
                    }
                    None => return Value::broken(span),
                },
                None if designated => {
                    return self.broken("bsl/designator-order", "values with and without names in one list", item.span);
                }
                None => at,
            };
            if place >= members.len() {
                let message = format!("`{}` has {} members", self.show(Ty::Structure(id)), members.len());
                return self.broken("bsl/excess-elements", message, item.span);
            }
            if let (Some(designator), Some(last)) = (designator, last)
                && place <= last
            {
                let message = format!("`{}` stands behind a later member", designator.name);
                return self.broken("bsl/designator-order", message, designator.span);
            }
            last = Some(place);
            given[place] = Some(item);
        }
        self.structure_of(id, &members, &given, span)
    }

    /// The place of a designated member, and whether it is that member itself and not what encloses it without a name.
    fn designated(&mut self, id: u32, members: &[u32], designator: Ident) -> Option<(usize, bool)> {
        let infos = &self.program.structure(id).members;
        let named = infos.iter().position(|info| info.ident.name == designator.name && !info.is_hidden);
        let found = named.and_then(|at| {
            let outer = infos[at].through;
            let place = members.iter().position(|member| *member == outer.unwrap_or(at as u32))?;
            Some((place, outer.is_none()))
        });
        if found.is_none() {
            let message = format!("`{}` has no member `{}`", self.show(Ty::Structure(id)), designator.name);
            self.error("bsl/designator-unknown", message, designator.span);
        }
        found
    }

    /// The structure of these values; the others are zero.
    fn structure_of(&mut self, id: u32, members: &[u32], given: &[Option<Cow<'_, Expr>>], span: Span) -> Value {
        let ty = Ty::Structure(id);
        let info = self.program.structure(id);
        let in_words = info.is_union || info.members.iter().any(|member| member.bits.is_some());
        let mut outs = Vec::new();
        let mut written = Vec::new();
        for (member, given) in members.iter().zip(given) {
            let member_ty = self.program.structure(id).members[*member as usize].ty;
            let value = match given {
                Some(expr) => self.initialiser(expr, member_ty),
                None if in_words => continue,
                None => self.zero(member_ty, span),
            };
            if value.is_broken() {
                return Value::broken(span);
            }
            written.push((*member, value.out.clone()));
            outs.push(value.out);
        }
        if !in_words {
            return Value::temporary(ty, OutExpr::call(Callee::Type(ty), outs, span));
        }
        // Words: zero first, then each member on its own.
        let temporary = self.temporary(ty, span);
        let zero = self.zero(ty, span).out;
        let mut all = vec![super::lvalues::assign(temporary.clone(), zero, span)];
        for (member, value) in written {
            let info = &self.program.structure(id).members[member as usize];
            if self.program.structure(id).is_union || info.bits.is_some() {
                all.push(OutExpr::call(Callee::Set(id, member), vec![temporary.clone(), value], span));
            } else {
                let place = temporary.clone().member(info.ident.name);
                all.push(super::lvalues::assign(place, value, span));
            }
        }
        all.push(temporary);
        Value::temporary(ty, OutExpr::new(crate::dialect::bsl::output_tree::Out::Comma(all), span))
    }

    /// The number of elements of a list, for the size of an array.
    pub fn list_length(expr: Option<&Expr>) -> Option<u32> {
        match expr.map(|expr| &expr.kind) {
            Some(ExprKind::List(list)) if !list.items.is_empty() => Some(list.items.len() as u32),
            _ => None,
        }
    }
}
