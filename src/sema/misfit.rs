//! Why forms of a function do not take the arguments of a call.

use std::fmt;

/// The reason of one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It takes another number of arguments.
    Count { least: usize, most: usize, given: usize },
    /// It takes another argument; what is wrong with this one.
    Argument(String),
}

impl From<String> for Misfit {
    fn from(reason: String) -> Self {
        Misfit::Argument(reason)
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Count { least, most, given } => {
                let wanted = if least == most { most.to_string() } else { format!("{least} to {most}") };
                let plural = if wanted == "1" { "" } else { "s" };
                write!(out, "takes {wanted} argument{plural}, {given} given")
            }
            Misfit::Argument(reason) => out.write_str(reason),
        }
    }
}

impl Misfit {
    /// Checks the number of arguments.
    pub fn check_count(least: usize, most: usize, given: usize) -> Result<(), Misfit> {
        if (least..=most).contains(&given) { Ok(()) } else { Err(Misfit::Count { least, most, given }) }
    }

    /// What a message says about all forms. The forms with another number of arguments matter only if all are such:
    /// then it is one number for all, or one range.
    pub fn summary(reasons: &[Misfit]) -> Vec<String> {
        let mut about_arguments: Vec<String> = Vec::new();
        let mut count: Option<Misfit> = None;
        for reason in reasons {
            count = match (count, reason) {
                (Some(Misfit::Count { least, most, given }), Misfit::Count { least: low, most: high, .. }) => {
                    Some(Misfit::Count { least: least.min(*low), most: most.max(*high), given })
                }
                (None, Misfit::Count { .. }) => Some(reason.clone()),
                (count, Misfit::Argument(why)) => {
                    if !about_arguments.contains(why) {
                        about_arguments.push(why.clone());
                    }
                    count
                }
                (count, Misfit::Count { .. }) => count,
            };
        }
        match count {
            // `f(1)` and `f(1, 2, 3)`: for `f(1, 2)` the range would be wrong.
            Some(Misfit::Count { least, most, given })
                if about_arguments.is_empty() && (least..=most).contains(&given) =>
            {
                reasons.iter().map(Misfit::to_string).collect()
            }
            Some(count) if about_arguments.is_empty() => vec![count.to_string()],
            _ => about_arguments,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_one_range_unless_an_argument_is_wrong() {
        let count = |least, most, given| Misfit::Count { least, most, given };
        let argument = || Misfit::Argument("argument 1 is `int`, `float` is expected".to_owned());
        assert_eq!(Misfit::summary(&[count(2, 3, 1), count(3, 5, 1)]), ["takes 2 to 5 arguments, 1 given"]);
        assert_eq!(Misfit::summary(&[count(2, 2, 1), argument(), argument()]), [argument().to_string()]);
        let gap = ["takes 1 argument, 2 given", "takes 3 arguments, 2 given"];
        assert_eq!(Misfit::summary(&[count(1, 1, 2), count(3, 3, 2)]), gap);
        assert_eq!(Misfit::check_count(1, 3, 2), Ok(()));
    }
}
