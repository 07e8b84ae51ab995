//! DXC's options, as far as they name files.

/// Options whose value is a file: `-Fo` is the output, and the others need a process of their own.
const OUTPUT: &str = "-Fo";
const OTHER_FILES: [&str; 9] = ["-Fc", "-Fd", "-Fe", "-Fh", "-Fi", "-Fre", "-Frs", "-Fsh", "-I"];

/// A command line whose input and output are known.
pub struct CommandLine<'a> {
    options: Vec<&'a str>,
}

impl<'a> CommandLine<'a> {
    /// The names of the input, which is the last word, and of the output.
    pub fn names(words: &'a [String]) -> Result<(&'a str, &'a str), &'static str> {
        let input = words.last().filter(|word| !word.starts_with('-')).ok_or("the last word is the input")?;
        let at = words.iter().position(|word| word == OUTPUT).ok_or("-Fo and the output are missing")?;
        Ok((input, words.get(at + 1).ok_or("no output behind -Fo")?))
    }

    /// The options for the library; `None` where they name another file than the output.
    pub fn new(words: &'a [String], output: &str) -> Option<CommandLine<'a>> {
        let mut options = Vec::new();
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            if word == OUTPUT {
                words.next().filter(|name| *name == output)?;
            } else if word.starts_with('@') || OTHER_FILES.iter().any(|option| word.starts_with(option)) {
                return None;
            } else if word != "-nologo" {
                options.push(word);
            }
        }
        Some(CommandLine { options })
    }

    /// Without the output.
    pub fn options(&self) -> &[&'a str] {
        &self.options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_output_is_no_option_of_the_library() {
        let line = words("-nologo -T ps_6_0 -Fo output.cso -E main input.hlsl");
        assert_eq!(CommandLine::names(&line), Ok(("input.hlsl", "output.cso")));
        let found = CommandLine::new(&line, "output.cso").map(|line| line.options().join(" "));
        assert_eq!(found.as_deref(), Some("-T ps_6_0 -E main input.hlsl"));
    }

    #[test]
    fn other_files_need_a_process() {
        for line in ["-Fo other.cso input.hlsl", "-Fo output.cso -Fc a.txt input.hlsl", "@a.rsp", "-Ifolder input.hlsl"]
        {
            assert!(CommandLine::new(&words(line), "output.cso").is_none(), "{line}");
        }
    }
}
