//! The grammar for editors: what each construct of the language is called.

use libtest_mimic::{Failed, Trial};
use uberc::dialect::shaderception::builtins::BUILTINS;
use uberc::dialect::shaderception::grammar::text_mate;

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let tokens = harness::trial("psl::editors_see_tokens", editors_see_tokens);
    let all = harness::trial("psl::editors_know_every_function", editors_know_every_function);
    vec![harness::needs("python3", tokens), harness::needs("python3", all)]
}

fn tokens(lines: &str) -> Result<String, Failed> {
    harness::text_mate_tokens(&text_mate(), lines)
}

fn editors_see_tokens() -> Result<(), Failed> {
    let folder = harness::suite_dir("psl").join("operators");
    let text = std::fs::read_to_string(folder.with_file_name("editor.txt"))?;
    harness::golden(&folder.with_file_name("editor.tokens.txt"), &tokens(&text)?)
}

fn editors_know_every_function() -> Result<(), Failed> {
    for builtin in BUILTINS.iter().filter(|builtin| builtin.is_callable()) {
        let scope = if builtin.is_constructor() { "support.type" } else { "support.function.builtin" };
        let upper = builtin.name.to_ascii_uppercase();
        let said = tokens(&format!("{upper} (1)\n{}\n", builtin.name))?;
        assert!(said.contains(&format!("\n{upper}\t{scope}\n")), "{said}");
        assert!(said.ends_with(&format!("\n{}\tvariable.other\n", builtin.name)), "{said}");
    }
    Ok(())
}
