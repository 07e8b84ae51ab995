//! `#version` and `#extension`: kept for the compiler, each on a line of its own, and handed to the language as data.

use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::model::{
    BuiltinMacro, ExtensionBehaviour, ExtensionDirective, ProfileRules, Token, TokenKind, VersionDirective,
};

use super::definition::span_over;
use super::lines::Line;
use super::names::Meaning;
use super::unit::Unit;

impl Unit<'_> {
    /// `#version 450 core`.
    pub fn version(&mut self, line: &Line) {
        let lexed = self.lexed();
        let tokens = lexed.tokens_of(line);
        let number = tokens.first().filter(|token| token.kind == TokenKind::Number);
        let number = number.and_then(|token| token.text.parse::<u32>().ok());
        let profile = tokens.get(1).filter(|token| token.kind == TokenKind::Ident);
        let (Some(number), true) = (number, tokens.len() < 2 || profile.is_some()) else {
            return self.wrong(line, "preprocess/bad-version", "`#version` names no version", "Write `#version 450`.");
        };
        if self.out.version.is_some() {
            let help = "Leave one of them: a unit has one version.";
            return self.wrong(line, "preprocess/bad-version", "`#version` stands twice in the unit", help);
        }
        self.expect_end(line, 2);
        let is_first = self.tokens.is_empty();
        let profile = profile.map(|profile| profile.text);
        let token = self.keep_line(line);
        self.out.version = Some(VersionDirective { number, profile, token, is_first });
        if let Some(ProfileRules { own_macro, foreign_macro, .. }) = self.profile() {
            let (own, foreign) = (Atom::from(own_macro), Atom::from(foreign_macro));
            self.names.settle(own);
            self.names.settle(foreign);
            self.names.remove(foreign);
            self.names.insert(own, Meaning::Builtin(BuiltinMacro::Profile));
        }
    }

    /// The rules of the profile, if `#version` names the one that has some.
    pub fn profile(&self) -> Option<ProfileRules> {
        let named = self.out.version.as_ref().and_then(|version| version.profile);
        self.request.rules.profile.filter(|rules| named.is_some_and(|name| name == rules.name))
    }

    /// `#extension GL_EXT_name : enable`.
    pub fn extension(&mut self, line: &Line) {
        let lexed = self.lexed();
        let tokens = lexed.tokens_of(line);
        let (Some((name, behaviour)), rest) = (extension(tokens), tokens.len()) else {
            let help = "Write `#extension NAME : enable`; the last word is `require`, `enable`, `warn` or `disable`.";
            return self.wrong(line, "preprocess/bad-extension", "`#extension` is not complete", help);
        };
        if rest > 3 {
            self.expect_end(line, 3);
        }
        let name = name.text;
        let after_code = self.tokens.iter().any(|token| !token.token.flags.has(crate::model::TokenFlags::DIRECTIVE));
        let token = self.keep_line(line);
        self.out.extensions.push(ExtensionDirective { name, behaviour, token, after_code });
    }

    fn wrong(&mut self, line: &Line, code: &'static str, message: &str, help: &str) {
        let lexed = self.lexed();
        let place = span_over(lexed.file.id, lexed.tokens_of(line), lexed.hash(line));
        self.report(Diagnostic::error(code, message).at(place).help(help));
    }
}

fn extension(tokens: &[Token]) -> Option<(&Token, ExtensionBehaviour)> {
    let [name, colon, word, ..] = tokens else { return None };
    let behaviour = match word.text.as_str() {
        "require" => ExtensionBehaviour::Require,
        "enable" => ExtensionBehaviour::Enable,
        "warn" => ExtensionBehaviour::Warn,
        "disable" => ExtensionBehaviour::Disable,
        _ => return None,
    };
    (name.kind == TokenKind::Ident && colon.text == ":").then_some((name, behaviour))
}
