//! The list of dialects.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::{Extension, Generator, Hits, Language, LanguageSession, bsl, glsl, hlsl, materialx, shaderception};
use crate::diag::WARNINGS;

/// Every dialect of a run. [`Registry::standard`] has those of the program; tests and programs around the library add
/// theirs.
#[derive(Clone, Debug)]
pub struct Registry {
    /// At least one.
    languages: Vec<Arc<dyn Language>>,
    generators: Vec<Arc<dyn Generator>>,
}

/// A language of a [`Registry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LanguageId(usize);

/// A dialect of a [`Registry`]: a language, or a generator with the language that it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dialect {
    pub name: &'static str,
    pub language: LanguageId,
    generator: Option<usize>,
}

/// Why a dialect cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegistryError {
    /// Another dialect has the name.
    NameTaken(&'static str),
    /// Another dialect claims the extension.
    ExtensionTaken(&'static str),
    /// A generator writes a language that is not in the registry.
    UnknownLanguage(&'static str),
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegistryError::NameTaken(name) => write!(f, "there is a dialect `{name}` already"),
            RegistryError::ExtensionTaken(name) => write!(f, "another dialect claims `.{name}`"),
            RegistryError::UnknownLanguage(name) => write!(f, "there is no language `{name}`"),
        }
    }
}

impl std::error::Error for RegistryError {}

impl Registry {
    /// The dialects of the program.
    pub fn standard() -> Registry {
        Registry {
            languages: vec![Arc::new(hlsl::Hlsl), Arc::new(glsl::Glsl)],
            generators: vec![
                Arc::new(bsl::Bsl),
                Arc::new(shaderception::Shaderception),
                Arc::new(materialx::MaterialX),
            ],
        }
    }

    /// Adds a language.
    ///
    /// # Errors
    /// Its name or an extension of it is taken.
    pub fn with_language(mut self, language: Arc<dyn Language>) -> Result<Registry, RegistryError> {
        self.reject_taken(language.name(), language.extensions())?;
        self.languages.push(language);
        Ok(self)
    }

    /// Adds a generator.
    ///
    /// # Errors
    /// Its name or an extension of it is taken, or there is no such language as it writes.
    pub fn with_generator(mut self, generator: Arc<dyn Generator>) -> Result<Registry, RegistryError> {
        self.reject_taken(generator.name(), generator.extensions())?;
        if self.language_named(generator.language()).is_none() {
            return Err(RegistryError::UnknownLanguage(generator.language()));
        }
        self.generators.push(generator);
        Ok(self)
    }

    fn reject_taken(&self, name: &'static str, extensions: &[Extension]) -> Result<(), RegistryError> {
        if self.find(name).is_some() {
            return Err(RegistryError::NameTaken(name));
        }
        match extensions.iter().find(|extension| self.by_extension(extension.name).is_some()) {
            Some(taken) => Err(RegistryError::ExtensionTaken(taken.name)),
            None => Ok(()),
        }
    }

    fn language_named(&self, name: &str) -> Option<LanguageId> {
        self.languages.iter().position(|language| language.name() == name).map(LanguageId)
    }

    /// Every dialect, languages first, with the extensions that it claims.
    fn all(&self) -> impl Iterator<Item = (Dialect, &'static [Extension])> {
        let languages = self.languages.iter().enumerate().map(|(at, language)| {
            let dialect = Dialect { name: language.name(), language: LanguageId(at), generator: None };
            (dialect, language.extensions())
        });
        let generators = self.generators.iter().enumerate().filter_map(|(at, generator)| {
            let language = self.language_named(generator.language())?;
            let dialect = Dialect { name: generator.name(), language, generator: Some(at) };
            Some((dialect, generator.extensions()))
        });
        languages.chain(generators)
    }

    /// The dialect with this name.
    pub fn find(&self, name: &str) -> Option<Dialect> {
        self.all().map(|(dialect, _)| dialect).find(|dialect| dialect.name == name)
    }

    /// The first dialect, which is a language.
    pub fn first(&self) -> Dialect {
        Dialect { name: self.languages[0].name(), language: LanguageId(0), generator: None }
    }

    /// The names of all dialects.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.all().map(|(dialect, _)| dialect.name).collect::<Vec<_>>().into_iter()
    }

    /// Every extension that a dialect claims.
    pub fn extensions(&self) -> impl Iterator<Item = Extension> {
        self.all().flat_map(|(_, extensions)| extensions.iter().copied())
    }

    /// The dialect that claims an extension (without the dot).
    pub fn by_extension(&self, extension: &str) -> Option<Dialect> {
        self.all()
            .find(|(_, extensions)| extensions.iter().any(|claimed| claimed.name == extension))
            .map(|(dialect, _)| dialect)
    }

    /// The dialect that claims a file by its extension. A name that is nothing but an extension is a hidden file's.
    pub fn by_path(&self, path: &Path) -> Option<Dialect> {
        self.by_extension(path.extension()?.to_str()?)
    }

    /// The patterns that select all shader files and sidecars: what stands for `sources` where `uberc.toml` has none.
    pub fn default_sources(&self) -> Vec<String> {
        let patterns = |extension: Extension| {
            let file = (!extension.header).then(|| format!("**/*.{}", extension.name));
            file.into_iter().chain([format!("**/*.{}.lua", extension.name)])
        };
        self.extensions().flat_map(patterns).collect()
    }

    /// Extensions as messages list them: `` `.fx` or `.hlsl` ``.
    pub fn spoken_extensions(&self) -> String {
        let all: Vec<String> = self.extensions().map(|extension| format!("`.{}`", extension.name)).collect();
        match all.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => all.concat(),
        }
    }

    /// The codes of all warnings.
    pub fn warnings(&self) -> impl Iterator<Item = &'static str> + Clone {
        let languages = self.languages.iter().flat_map(|language| language.warnings());
        WARNINGS.iter().chain(languages).copied()
    }

    /// Every language.
    pub fn languages(&self) -> impl Iterator<Item = (LanguageId, &dyn Language)> {
        self.languages.iter().enumerate().map(|(at, language)| (LanguageId(at), &**language))
    }

    /// The language with this number.
    ///
    /// # Panics
    /// If the number belongs to another registry.
    pub fn language(&self, id: LanguageId) -> &dyn Language {
        &*self.languages[id.0]
    }

    /// The name of a dialect in messages: the language's, or the generator's.
    pub fn title(&self, dialect: Dialect) -> &'static str {
        match self.generator(dialect) {
            Some(generator) => generator.name(),
            None => self.language(dialect.language).title(),
        }
    }

    /// The generator of a dialect; `None` for a language.
    pub fn generator(&self, dialect: Dialect) -> Option<&dyn Generator> {
        dialect.generator.map(|at| &*self.generators[at])
    }

    /// Every generator, in the order of dialects.
    pub fn generators(&self) -> impl Iterator<Item = &dyn Generator> {
        self.names().filter_map(|name| self.generator(self.find(name)?))
    }

    /// What the result of a unit depends on: the dialects with their revisions, because a sidecar can select any of
    /// them.
    pub fn identity(&self) -> String {
        let languages = self.languages.iter().map(|language| format!("{} {}", language.name(), language.revision()));
        let generators =
            self.generators.iter().map(|generator| format!("{} {}", generator.name(), generator.revision()));
        languages.chain(generators).collect::<Vec<_>>().join(", ")
    }

    /// A session for each language.
    pub fn open_sessions(&self) -> Sessions {
        Sessions(self.languages.iter().map(|language| language.open_session()).collect())
    }
}

/// One session for each language of a registry.
#[derive(Clone, Debug)]
pub struct Sessions(Vec<Arc<dyn LanguageSession>>);

impl Sessions {
    /// The session of a language.
    ///
    /// # Panics
    /// If the language belongs to another registry.
    pub fn of(&self, language: LanguageId) -> &dyn LanguageSession {
        &*self.0[language.0]
    }

    /// The sum over all languages.
    pub fn hits(&self) -> Hits {
        let add = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
        self.0.iter().map(|session| session.hits()).fold(Hits::default(), |all, one| Hits {
            parsed: add(all.parsed, one.parsed),
            analysed: add(all.analysed, one.analysed),
            interfaces: add(all.interfaces, one.interfaces),
        })
    }

    /// See [`LanguageSession::end_build`].
    pub fn end_build(&self) {
        for session in &self.0 {
            session.end_build();
        }
    }

    /// See [`LanguageSession::forget`].
    pub fn forget(&self) {
        for session in &self.0 {
            session.forget();
        }
    }
}
