//! Bounds of how deep declarations nest. Substitution and semantic analysis meet them, and say the same.

/// Upper bound of namespaces in each other, and of the bases of a structure.
pub const MAX_NESTING: usize = 256;

/// What a program has too much of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestingProblem {
    pub text: String,
    pub help: &'static str,
}

/// Whether so many namespaces are in each other that each name with all of theirs is too long.
pub fn too_many_namespaces(depth: usize) -> Option<NestingProblem> {
    (depth > MAX_NESTING).then(|| NestingProblem {
        text: format!("namespaces are nested more than {MAX_NESTING} deep"),
        help: "Join some of the namespaces.",
    })
}

/// The number of a structure's bases with the bases of its bases, and whether they are too many: a structure has a copy
/// of the members of each. `of_each`: the numbers of its bases' bases.
pub fn count_bases(of_each: impl Iterator<Item = usize>) -> Result<usize, NestingProblem> {
    let count = of_each.map(|bases| 1 + bases).sum();
    if count <= MAX_NESTING {
        return Ok(count);
    }
    Err(NestingProblem {
        text: format!("a structure cannot have more than {MAX_NESTING} bases, with the bases of its bases"),
        help: "Make members of some of them.",
    })
}
