//! The tokens of a unit. Units of one source that differ in defines have most of them in common, which are in memory once.

use std::borrow::Cow;
use std::ops::Index;
use std::sync::Arc;

use super::PpToken;

/// Tokens of which a part may belong to several units.
#[derive(Clone, Debug, Default)]
pub struct UnitTokens {
    parts: Vec<Part>,
    /// For each whole [`PAGE`] of tokens, the part with its first token; empty where there is one part.
    pages: Vec<u32>,
    length: u32,
}

/// Tokens `first..last` of a unit.
#[derive(Clone, Debug)]
struct Part {
    first: u32,
    last: u32,
    /// Where the first stands in `tokens`.
    begin: u32,
    tokens: Arc<Vec<PpToken>>,
}

impl Part {
    /// Those of its tokens that are among `first..last` of the unit.
    fn among(&self, first: u32, last: u32) -> &[PpToken] {
        let [from, to] = [first.max(self.first), last.min(self.last)].map(|at| (at - self.first + self.begin) as usize);
        &self.tokens[from..to]
    }
}

/// Tokens of a page: a part is found in the steps of those of one page.
const PAGE: u32 = 64;

impl UnitTokens {
    pub fn len(&self) -> usize {
        self.length as usize
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    #[inline]
    pub fn get(&self, at: usize) -> Option<&PpToken> {
        (at < self.length as usize).then(|| &self[at])
    }

    /// The number of the part with a token.
    ///
    /// # Panics
    /// If there is no such token.
    #[inline]
    fn part_of(&self, at: u32) -> usize {
        let mut number = self.pages.get((at / PAGE) as usize).map_or(0, |number| *number as usize);
        while self.parts[number].last <= at {
            number += 1;
        }
        number
    }

    /// All tokens, if they are in one part: a slice takes less time.
    pub fn in_one_part(&self) -> Option<&[PpToken]> {
        match &self.parts[..] {
            [] => Some(&[]),
            [only] => Some(only.among(0, self.length)),
            _ => None,
        }
    }

    /// All tokens, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &PpToken> + Clone {
        self.range(0, self.length)
    }

    /// The tokens `first..last`, in order.
    ///
    /// # Panics
    /// If there are not as many tokens.
    pub fn range(&self, first: u32, last: u32) -> impl DoubleEndedIterator<Item = &PpToken> + Clone {
        self.slices(first, last).flatten()
    }

    /// The tokens `first..last` in slices, in order.
    ///
    /// # Panics
    /// If there are not as many tokens.
    pub fn slices(&self, first: u32, last: u32) -> impl DoubleEndedIterator<Item = &[PpToken]> + Clone {
        assert!(first <= last && last <= self.length, "tokens {first} to {last} of {}", self.length);
        let parts = if first == last { &[] } else { &self.parts[self.part_of(first)..=self.part_of(last - 1)] };
        parts.iter().map(move |part| part.among(first, last))
    }

    /// The tokens `first..last`, which are copied if they are not in one part.
    ///
    /// # Panics
    /// If there are not as many tokens.
    pub fn slice(&self, first: u32, last: u32) -> Cow<'_, [PpToken]> {
        let mut slices = self.slices(first, last);
        let only = slices.next().unwrap_or_default();
        if only.len() == (last - first) as usize { only.into() } else { self.range(first, last).copied().collect() }
    }
}

impl Index<usize> for UnitTokens {
    type Output = PpToken;

    #[inline]
    fn index(&self, at: usize) -> &PpToken {
        let at = at as u32;
        let part = &self.parts[self.part_of(at)];
        &part.tokens[(at - part.first + part.begin) as usize]
    }
}

impl PartialEq for UnitTokens {
    fn eq(&self, other: &UnitTokens) -> bool {
        self.length == other.length && self.iter().eq(other.iter())
    }
}

impl Eq for UnitTokens {}

impl From<Vec<PpToken>> for UnitTokens {
    fn from(tokens: Vec<PpToken>) -> UnitTokens {
        let mut begun = BegunTokens::default();
        begun.extend(tokens);
        begun.finish()
    }
}

/// Tokens in a row.
pub trait TokenSequence {
    fn count(&self) -> usize;

    fn token(&self, at: usize) -> Option<&PpToken>;
}

impl TokenSequence for [PpToken] {
    fn count(&self) -> usize {
        self.len()
    }

    fn token(&self, at: usize) -> Option<&PpToken> {
        self.get(at)
    }
}

impl TokenSequence for UnitTokens {
    fn count(&self) -> usize {
        self.len()
    }

    fn token(&self, at: usize) -> Option<&PpToken> {
        self.get(at)
    }
}

/// The tokens of a unit that is being read.
#[derive(Debug, Default)]
pub struct BegunTokens {
    parts: Vec<BegunPart>,
    own: Vec<PpToken>,
    length: u32,
}

#[derive(Debug)]
struct BegunPart {
    first: u32,
    last: u32,
    begin: u32,
    /// `None`: the unit's own.
    tokens: Option<Arc<Vec<PpToken>>>,
}

/// Fewer tokens are copied, unless they go on where the part before ends.
const LEAST_SHARED: u32 = 32;

impl BegunTokens {
    /// Takes memory for so many tokens of the unit's own.
    pub fn reserve(&mut self, count: usize) {
        self.own.reserve(count);
    }

    pub fn len(&self) -> usize {
        self.length as usize
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub fn last(&self) -> Option<&PpToken> {
        let part = self.parts.last()?;
        part.tokens.as_deref().unwrap_or(&self.own).get((part.last - part.first + part.begin - 1) as usize)
    }

    pub fn push(&mut self, token: PpToken) {
        self.extend([token]);
    }

    pub fn extend(&mut self, tokens: impl IntoIterator<Item = PpToken>) {
        let begin = self.own.len() as u32;
        self.own.extend(tokens);
        self.own_part(begin);
    }

    /// Notes that the unit's own tokens from `begin` on are its last ones.
    fn own_part(&mut self, begin: u32) {
        let first = self.length;
        self.length += self.own.len() as u32 - begin;
        match self.parts.last_mut() {
            Some(part) if part.tokens.is_none() => part.last = self.length,
            _ if self.length == first => {}
            _ => self.parts.push(BegunPart { first, last: self.length, begin, tokens: None }),
        }
    }

    /// Adds the tokens `first..last` of another unit.
    pub fn share(&mut self, other: &UnitTokens, first: u32, last: u32) {
        if first == last {
            return;
        }
        for part in &other.parts[other.part_of(first)..=other.part_of(last - 1)] {
            let [from, to] = [first.max(part.first), last.min(part.last)];
            let (begin, count) = (from - part.first + part.begin, to - from);
            let goes_on = |before: &&mut BegunPart| {
                let is_same = before.tokens.as_ref().is_some_and(|tokens| Arc::ptr_eq(tokens, &part.tokens));
                is_same && before.begin + (before.last - before.first) == begin
            };
            if let Some(before) = self.parts.last_mut().filter(goes_on) {
                before.last += count;
            } else if count < LEAST_SHARED {
                self.extend(part.among(first, last).iter().copied());
                continue;
            } else {
                let (first, tokens) = (self.length, Some(Arc::clone(&part.tokens)));
                self.parts.push(BegunPart { first, last: first + count, begin, tokens });
            }
            self.length += count;
        }
    }

    /// The last `count` tokens, if they are the unit's own and stand in a row.
    pub fn own_tail(&self, count: usize) -> Option<&[PpToken]> {
        let part = self.parts.last().filter(|part| part.tokens.is_none())?;
        if count > (part.last - part.first) as usize {
            return None;
        }
        self.own.get(self.own.len() - count..)
    }

    /// The tokens so far, in order.
    pub fn iter(&self) -> impl Iterator<Item = &PpToken> {
        self.parts.iter().flat_map(|part| {
            let tokens = part.tokens.as_deref().unwrap_or(&self.own);
            &tokens[part.begin as usize..(part.begin + part.last - part.first) as usize]
        })
    }

    pub fn finish(mut self) -> UnitTokens {
        // Units are kept, and this one may have far fewer than there was memory for.
        if self.own.capacity() > 2 * self.own.len() {
            self.own.shrink_to_fit();
        }
        let own = Arc::new(self.own);
        let part = |part: BegunPart| Part {
            first: part.first,
            last: part.last,
            begin: part.begin,
            tokens: part.tokens.unwrap_or_else(|| Arc::clone(&own)),
        };
        let parts: Vec<Part> = self.parts.into_iter().map(part).collect();
        let mut pages = Vec::new();
        if parts.len() > 1 {
            for (number, part) in (0..).zip(&parts) {
                pages.resize(part.last.div_ceil(PAGE) as usize, number);
            }
        }
        UnitTokens { parts, pages, length: self.length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units of parts of each other and tokens of their own are what vectors of the same tokens are.
    #[test]
    fn shared_tokens_are_those_of_a_vector() {
        let mut state = 1_u32;
        let mut below = |bound: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % bound.max(1)
        };
        let mut units: Vec<(UnitTokens, Vec<PpToken>)> = Vec::new();
        for number in 0..60 {
            let (mut begun, mut expected) = (BegunTokens::default(), Vec::new());
            for _ in 0..below(20) {
                let tokens: Vec<PpToken> = (0..below(90)).map(|_| PpToken::of_number(below(1000))).collect();
                let count = tokens.len();
                begun.extend(tokens.clone());
                expected.extend(tokens);
                assert!(begun.own_tail(count).is_none_or(|tail| tail == &expected[expected.len() - count..]));
                let Some((unit, tokens)) = units.get(below(number) as usize) else { continue };
                let first = below(unit.len() as u32 + 1);
                let last = first + below(unit.len() as u32 - first + 1);
                begun.share(unit, first, last);
                expected.extend(&tokens[first as usize..last as usize]);
                assert_eq!((begun.last(), begun.len()), (expected.last(), expected.len()));
            }
            assert!(begun.iter().eq(&expected));
            let unit = begun.finish();
            assert!(unit.iter().eq(&expected) && unit.iter().rev().eq(expected.iter().rev()));
            assert!((0..expected.len() + 70).all(|at| unit.get(at) == expected.get(at)));
            for _ in 0..20 {
                let first = below(unit.len() as u32 + 1);
                let last = first + below(unit.len() as u32 - first + 1);
                let wanted = &expected[first as usize..last as usize];
                assert!(unit.range(first, last).eq(wanted));
                assert_eq!(&*unit.slice(first, last), wanted);
            }
            assert_eq!(unit, UnitTokens::from(expected.clone()));
            units.push((unit, expected));
        }
        assert!(units.iter().any(|(unit, _)| unit.parts.len() > 10));
    }
}
