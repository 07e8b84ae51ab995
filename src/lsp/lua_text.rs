//! What stands at a cursor in a sidecar, from its text alone: while it is being written it seldom compiles.

use std::cell::Cell;
use std::path::Path;

use crate::sidecar::{self, LuaToken, LuaTokenKind, lua_tokens};

/// Upper bound of assignments that are followed to a name's type.
const MOST_STEPS: usize = 4;

/// The type of a Lua value, as far as the text shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LuaType {
    /// With the shader's name, if it is a string in the text.
    Shader(Option<String>),
    Technique,
    RenderState,
    /// `RenderState.RenderTarget`.
    RenderTargets,
    RenderTarget,
    /// The parameter of `Specialize`, with the shader's name.
    Permutation(Option<String>),
    /// The enum of this name.
    Enum(String),
    /// `cpp`.
    Macros,
    Unknown,
}

/// What may stand at a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LuaPlace {
    /// The argument of `require`, as far as it is written.
    Module(String),
    /// A field's name, behind a dot.
    Member(LuaType),
    /// A field's name in a table from which an object is made: `Technique({ ... })`.
    Key(LuaType),
    /// The value of a field.
    Field { owner: LuaType, field: String, is_string: bool },
    /// The name of a branch, in a string of `Branches` of a shader.
    BranchName(Option<String>),
    /// The beginning of an expression or a statement.
    Name,
    /// Nothing that is known: a number, a comment, the inside of another string.
    None,
}

/// Whether a file is written in Lua.
pub fn is_lua(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "lua" || extension == "luau")
}

impl LuaPlace {
    /// What may stand at a byte of a text.
    pub fn of(text: &str, offset: usize) -> LuaPlace {
        let all: Vec<LuaToken<'_>> = lua_tokens(text, 0).collect();
        let mut count = all.partition_point(|token| token.start < offset || token.start == offset && opens(token));
        let last = count.checked_sub(1).map(|at| all[at]);
        let in_string = last.filter(|token| is_inside(token, offset));
        match last {
            Some(token) if in_string.is_some() || token.kind == LuaTokenKind::Word && offset <= token.end() => {
                count -= 1;
            }
            // The number that is being written.
            Some(token) if token.kind == LuaTokenKind::Number && offset <= token.end() => return LuaPlace::None,
            Some(token) if text.get(token.end()..offset).is_some_and(|gap| gap.contains("--")) => {
                return LuaPlace::None;
            }
            None if text.get(..offset).is_some_and(|gap| gap.contains("--")) => return LuaPlace::None,
            _ => {}
        }
        let budget = Cell::new(MOST_ASSIGNMENTS);
        let reader = Reader { all: &all, before: &all[..count], budget: &budget };
        match in_string {
            Some(token) => {
                let start = token.start + usize::from(token.kind == LuaTokenKind::OtherString);
                reader.string(text.get(start..offset).unwrap_or_default())
            }
            None => reader.code(),
        }
    }
}

/// The text of a string without escapes begins behind its quote.
fn opens(token: &LuaToken<'_>) -> bool {
    token.kind == LuaTokenKind::String
}

/// Whether a byte is between a string's quotes, of which the second may not be written yet.
fn is_inside(token: &LuaToken<'_>, offset: usize) -> bool {
    match token.kind {
        LuaTokenKind::String => offset < token.end(),
        LuaTokenKind::OtherString => {
            let quote = token.text.chars().next().unwrap_or_default();
            let is_closed = token.text.len() > 1 && token.text.ends_with(if quote == '[' { ']' } else { quote });
            token.start < offset && (offset < token.end() || offset == token.end() && !is_closed)
        }
        _ => false,
    }
}

/// Assignments that are followed to find the type of what is completed, at most.
const MOST_ASSIGNMENTS: usize = 64;

/// The tokens of a text, and those before the word or string at the cursor.
struct Reader<'t> {
    all: &'t [LuaToken<'t>],
    before: &'t [LuaToken<'t>],
    /// Assignments that are still followed for the whole question: each may lead to all before it.
    budget: &'t Cell<usize>,
}

impl<'t> Reader<'t> {
    /// The token so many steps before the cursor, from 1.
    fn back(&self, steps: usize) -> Option<LuaToken<'t>> {
        self.before.len().checked_sub(steps).map(|at| self.before[at])
    }

    fn is(&self, steps: usize, text: &str) -> bool {
        self.back(steps).is_some_and(|token| token.is(text))
    }

    fn word(&self, steps: usize) -> Option<&'t str> {
        self.back(steps).filter(|token| token.kind == LuaTokenKind::Word).map(|token| token.text)
    }

    /// In a string, of which this much is written before the cursor.
    fn string(&self, written: &str) -> LuaPlace {
        if self.is(1, "require") || self.is(1, "(") && self.is(2, "require") {
            return LuaPlace::Module(written.to_owned());
        }
        if let Some(place) = self.value(true) {
            return place;
        }
        self.name_of_branch().unwrap_or(LuaPlace::None)
    }

    fn code(&self) -> LuaPlace {
        if self.is(1, ".") || self.is(1, ":") {
            return LuaPlace::Member(self.type_before(self.before.len() - 1));
        }
        if let Some(place) = self.value(false) {
            return place;
        }
        if (self.is(1, "{") || self.is(1, ","))
            && let Some(made) = self.made_here()
        {
            return LuaPlace::Key(made);
        }
        LuaPlace::Name
    }

    /// Behind `owner.field =`, `owner.field ==` or `field =` in a table.
    fn value(&self, is_string: bool) -> Option<LuaPlace> {
        let compares = self.is(1, "==") || self.is(1, "~=");
        if !compares && !self.is(1, "=") {
            return None;
        }
        let field = self.word(2)?.to_owned();
        let owner = if self.is(3, ".") {
            self.type_before(self.before.len() - 3)
        } else if !compares && (self.is(3, "{") || self.is(3, ",")) {
            Reader { all: self.all, before: &self.before[..self.before.len() - 2], budget: self.budget }.made_here()?
        } else {
            return None;
        };
        Some(LuaPlace::Field { owner, field, is_string })
    }

    /// The object that is made from the innermost table that is open at the cursor.
    fn made_here(&self) -> Option<LuaType> {
        let open = self.open_bracket(self.before.len()).filter(|at| self.before[*at].is("{"))?;
        let call = open.checked_sub(1)?;
        let name = if self.before[call].is("(") { call.checked_sub(1)? } else { call };
        match self.before[name].text {
            "Technique" => Some(LuaType::Technique),
            "RenderState" => Some(LuaType::RenderState),
            _ => None,
        }
    }

    /// In a string of the list of a shader's `Branches`.
    fn name_of_branch(&self) -> Option<LuaPlace> {
        let mut open = self.open_bracket(self.before.len())?;
        // The name is the first argument of `Int` and `Enum`.
        let is_call = self.before[open].is("(") && open + 1 == self.before.len();
        if is_call && open > 0 && matches!(self.before[open - 1].text, "Int" | "Enum") {
            open = self.open_bracket(open)?;
        }
        let is_list = self.before[open].is("{")
            && open >= 4
            && self.before[open - 1].is("=")
            && self.before[open - 2].is("Branches")
            && self.before[open - 3].is(".");
        if !is_list {
            return None;
        }
        Some(LuaPlace::BranchName(match self.type_before(open - 3) {
            LuaType::Shader(name) => name,
            _ => None,
        }))
    }

    /// The innermost bracket that is open before a token.
    fn open_bracket(&self, end: usize) -> Option<usize> {
        let mut closed = 0_usize;
        (0..end).rev().find(|at| match self.before[*at].text {
            _ if self.before[*at].kind != LuaTokenKind::Symbol => false,
            ")" | "}" | "]" => {
                closed += 1;
                false
            }
            "(" | "{" | "[" if closed > 0 => {
                closed -= 1;
                false
            }
            text => matches!(text, "(" | "{" | "["),
        })
    }

    /// The type of the expression that ends before a token: `a.b[0]`, `Technique()`.
    fn type_before(&self, end: usize) -> LuaType {
        let mut steps: Vec<&str> = Vec::new();
        let mut end = end;
        let root = loop {
            let Some(last) = end.checked_sub(1).map(|at| self.before[at]) else { return LuaType::Unknown };
            let (name, is_call) = match last.text {
                "]" | ")" => {
                    let Some(open) = self.open_bracket(end - 1) else { return LuaType::Unknown };
                    if last.is("]") {
                        steps.push("[]");
                        end = open;
                        continue;
                    }
                    (open.checked_sub(1), true)
                }
                _ if last.kind == LuaTokenKind::Word => (Some(end - 1), false),
                _ => return LuaType::Unknown,
            };
            let Some(name) = name else { return LuaType::Unknown };
            if !is_call && name > 1 && self.before[name - 1].is(".") {
                steps.push(last.text);
                end = name - 1;
                continue;
            }
            let text = self.before[name].text;
            break if is_call { constructor(text, self.all, name) } else { self.type_of(text, MOST_STEPS) };
        };
        steps.iter().rev().fold(root, |ty, step| member(&ty, step))
    }

    /// The type of a name, from the last place before the cursor that says it.
    fn type_of(&self, name: &str, steps: usize) -> LuaType {
        if sidecar::enums().iter().any(|api| api.name == name) {
            return LuaType::Enum(name.to_owned());
        } else if name == "cpp" {
            return LuaType::Macros;
        } else if sidecar::PREFABS.iter().any(|prefab| prefab.name == name) {
            return LuaType::RenderState;
        }
        let text = |at: usize| self.before.get(at).map_or("", |token| token.text);
        for at in (0..self.before.len()).rev().filter(|at| self.before[*at].is(name)) {
            if text(at + 1) == "=" {
                let ty = self.assigned(at + 2, steps);
                if ty != LuaType::Unknown {
                    return ty;
                }
            }
            // `function shader.Specialize(name)`, `shader.Specialize = function(name)`.
            let is_parameter = at >= 3 && text(at - 1) == "(";
            let dot = match () {
                () if is_parameter && text(at - 2) == "Specialize" => Some(at - 3),
                () if is_parameter && at >= 5 && text(at - 2) == "function" && text(at - 4) == "Specialize" => {
                    Some(at - 5)
                }
                () => None,
            };
            if let Some(dot) = dot.filter(|dot| steps > 0 && *dot > 0 && text(*dot) == ".") {
                let inner = Reader { all: self.all, before: &self.before[..dot], budget: self.budget };
                return match inner.type_of(text(dot - 1), steps - 1) {
                    LuaType::Shader(shader) => LuaType::Permutation(shader),
                    _ => LuaType::Permutation(None),
                };
            }
        }
        LuaType::Unknown
    }

    /// The type of the value that begins at a token.
    fn assigned(&self, at: usize, steps: usize) -> LuaType {
        let Some(first) = self.before.get(at).filter(|token| token.kind == LuaTokenKind::Word) else {
            return LuaType::Unknown;
        };
        let text = |at: usize| self.before.get(at).map_or("", |token| token.text);
        if matches!(text(at + 1), "(" | "{") {
            return constructor(first.text, self.before, at);
        }
        let left = self.budget.get();
        if steps == 0 || left == 0 {
            return LuaType::Unknown;
        }
        self.budget.set(left - 1);
        let mut ty = Reader { all: self.all, before: &self.before[..at.saturating_sub(2)], budget: self.budget }
            .type_of(first.text, steps - 1);
        let mut at = at + 1;
        while text(at) == "." {
            ty = member(&ty, text(at + 1));
            at += 2;
        }
        ty
    }
}

/// The type that a call makes; `name`: the token of the function.
fn constructor(function: &str, tokens: &[LuaToken<'_>], name: usize) -> LuaType {
    match function {
        "Shader" => {
            let argument = tokens[name + 1..].iter().find(|token| token.kind != LuaTokenKind::Symbol);
            LuaType::Shader(
                argument.filter(|token| token.kind == LuaTokenKind::String).map(|token| token.text.to_owned()),
            )
        }
        "Technique" => LuaType::Technique,
        "RenderState" => LuaType::RenderState,
        _ => LuaType::Unknown,
    }
}

/// The type of a field, or of an element (`[]`).
fn member(ty: &LuaType, field: &str) -> LuaType {
    match (ty, field) {
        (LuaType::Shader(_), "Technique") => LuaType::Technique,
        (LuaType::Technique, "RenderState") => LuaType::RenderState,
        (LuaType::RenderState, "RenderTarget") => LuaType::RenderTargets,
        (LuaType::RenderTargets, "[]") => LuaType::RenderTarget,
        _ => LuaType::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What may stand at the `|` of a text.
    fn at(text: &str) -> LuaPlace {
        let offset = text.find('|').expect("a cursor");
        LuaPlace::of(&text.replace('|', ""), offset)
    }

    #[test]
    fn the_type_of_what_stands_before_a_dot_is_followed() {
        let shader = || Some("Mesh".to_owned());
        let declared = "local shader = Shader(\"Mesh\")\n";
        let member = |text: &str| match at(&format!("{declared}{text}")) {
            LuaPlace::Member(ty) => ty,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(member("shader.|"), LuaType::Shader(shader()));
        assert_eq!(member("shader.Br|anches"), LuaType::Shader(shader()));
        assert_eq!(member("shader.Technique.RenderState.|"), LuaType::RenderState);
        assert_eq!(member("local t = Technique()\nt.RenderState.RenderTarget[1].|"), LuaType::RenderTarget);
        assert_eq!(member("local t = Technique()\nlocal s = t.RenderState\ns.|"), LuaType::RenderState);
        assert_eq!(member("local s = AlphaBlendRenderState s.|"), LuaType::RenderState);
        assert_eq!(member("CullMode.|"), LuaType::Enum("CullMode".to_owned()));
        assert_eq!(member("cpp.|"), LuaType::Macros);
        assert_eq!(member("function shader.Specialize(p)\n if p.|"), LuaType::Permutation(shader()));
        assert_eq!(member("shader.Specialize = function(p) return p.|"), LuaType::Permutation(shader()));
        assert_eq!(member("unknown.|"), LuaType::Unknown);
        assert_eq!(member(")]}.|"), LuaType::Unknown);
    }

    #[test]
    fn values_strings_and_comments_are_told_apart() {
        let field = |owner, field: &str, is_string| LuaPlace::Field { owner, field: field.to_owned(), is_string };
        assert_eq!(at("t = Technique()\nt.RenderState.CullMode = |"), field(LuaType::RenderState, "CullMode", false));
        assert_eq!(at("t = Technique()\nt.VertexShader = \"Ma|"), field(LuaType::Technique, "VertexShader", true));
        assert_eq!(at("t = Technique()\nt.VertexShader = \"Ma|in\""), field(LuaType::Technique, "VertexShader", true));
        assert_eq!(at("Technique({ VertexShader = \"|\" })"), field(LuaType::Technique, "VertexShader", true));
        assert_eq!(at("Technique { |"), LuaPlace::Key(LuaType::Technique));
        assert_eq!(at("s = Shader('A')\ns.Branches = { \"g_b|"), LuaPlace::BranchName(Some("A".to_owned())));
        assert_eq!(at("s.Branches = { 'a', Int(\"|\", 0, 3) }"), LuaPlace::BranchName(None));
        assert_eq!(at("s.Branches = { Enum(\"q\", { \"|\" }) }"), LuaPlace::None);
        assert_eq!(at("require(\"lib/|\")"), LuaPlace::Module("lib/".to_owned()));
        assert_eq!(at("-- shader.|"), LuaPlace::None);
        assert_eq!(at("a = 1 -- b.|"), LuaPlace::None);
        assert_eq!(at("a = 1|"), LuaPlace::None);
        assert_eq!(at("local x = 'a' |"), LuaPlace::Name);
        assert_eq!(at("|"), LuaPlace::Name);
    }
}
