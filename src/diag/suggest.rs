//! "did you mean": the closest known name.

/// Longer names are not compared: the time for it grows with the square of their length.
const LONGEST: usize = 200;

/// The candidate closest to `name`, if it is close enough to be a typing error.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > LONGEST {
        return None;
    }
    let folded = name.to_lowercase();
    let candidates: Vec<&str> = candidates.into_iter().collect();
    // Any two names of two letters are alike: of those only the case may differ.
    let limit = if length < 3 { 0 } else { (length / 3).max(1) };
    let similar = candidates
        .iter()
        .copied()
        // As many letters must come or go; names of other letters may have more bytes.
        .filter(|candidate| candidate.len() <= 4 * LONGEST && candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| {
            // A wrong case alone counts as closer than any wrong letter.
            let distance = strsim::damerau_levenshtein(&folded, &candidate.to_lowercase());
            (distance, candidate)
        })
        .filter(|(distance, _)| *distance <= limit)
        // Of `Shader` and `shader` the one in the letters of the name.
        .min_by_key(|(distance, candidate)| (*distance, strsim::damerau_levenshtein(name, candidate), *candidate))
        .map(|(_, candidate)| candidate);
    similar.or_else(|| shortened(&folded, &candidates))
}

/// Names of fewer letters begin too many others.
const SHORTEST_BEGINNING: usize = 4;

/// The shortest candidate that begins with the name: `tonumber` for `tonum`. It has at most as many letters again.
fn shortened<'a>(folded: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let length = folded.chars().count();
    let begins =
        |candidate: &&&str| candidate.chars().count() <= 2 * length && candidate.to_lowercase().starts_with(folded);
    let longer = candidates.iter().filter(|_| length >= SHORTEST_BEGINNING).filter(begins);
    longer.copied().min_by_key(|candidate| (candidate.len(), *candidate))
}

/// The help text `Did you mean ...?`; without a close candidate, the list of all candidates if it is short.
pub fn suggestion<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> Option<String> {
    if let Some(best) = did_you_mean(name, candidates.clone()) {
        return Some(format!("Did you mean `{best}`?"));
    }
    let mut all: Vec<&str> = candidates.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    (!all.is_empty() && all.len() <= 32).then(|| format!("Known are: {}.", all.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_nearest_and_nothing_far() {
        let known = ["CullMode", "FillMode", "ZEnable"];
        assert_eq!(did_you_mean("cullmode", known), Some("CullMode"));
        assert_eq!(did_you_mean("CulMode", known), Some("CullMode"));
        assert_eq!(did_you_mean("Banana", known), None);
        assert_eq!(did_you_mean("VS", ["PS"]), None);
        assert_eq!(did_you_mean("CullM", known), Some("CullMode"));
        assert_eq!(did_you_mean("shadr", ["Shader", "shader"]), Some("shader"));
        assert_eq!(did_you_mean("Cul", known), None);
        assert_eq!(did_you_mean("vs", ["PS", "VS"]), Some("VS"));
        assert_eq!(suggestion("Banana", known).as_deref(), Some("Known are: CullMode, FillMode, ZEnable."));
    }
}
