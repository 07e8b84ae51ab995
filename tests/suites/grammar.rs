//! Trees, names, reachability and folding know no language by name: all of it works for one that has no word in common with
//! HLSL beyond those of C (`toy`), and each rule that languages differ in is tried both ways.
//!
//! A case of `grammar_fold` is one of `fold` in that language, twice: where `&&`, `||` and `?:` stop early, and where they do
//! not. A case of `grammar_tree` is one of `hlsl_tree`.

mod toy;

use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use uberc::diag::Sources;
use uberc::dialect::hlsl;
use uberc::lexer;
use uberc::model::{
    BranchLayout, ExpansionId, IncludeId, Limits, Permutation, PpToken, PreprocessorRules, ShaderTokens,
};
use uberc::preprocess::{self, FileCache};
use uberc::sema::{StreamPart, cut};
use uberc::specialise::{Layout, Mode, emit, specialise};
use uberc::syntax::Grammar;

use super::hlsl_tree::shown;
use super::specialise::{one_technique, specialised};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("grammar_fold", fold);
    trials.extend(harness::cases("grammar_tree", tree));
    trials.push(harness::trial("grammar::stopping_early_is_one_switch", stopping_early_is_one_switch));
    trials.push(harness::trial("grammar::items_are_cut_into_chunks", items_are_cut_into_chunks));
    trials.push(harness::trial("grammar::a_version_is_the_first_line", version_first));
    trials
}

static EAGER: Grammar = Grammar { short_circuit: false, ..toy::GRAMMAR };

fn fold(folder: &Path) -> Result<(), Failed> {
    let mut text = String::new();
    for (title, grammar) in [("stops early", &toy::GRAMMAR), ("evaluates both sides", &EAGER)] {
        text += &format!("==== {title}\n{}", specialised(grammar, folder, "main.toy", Mode::Folded)?);
    }
    harness::golden(&folder.join("expected.txt"), &text)
}

fn tree(folder: &Path) -> Result<(), Failed> {
    let text = shown(&toy::GRAMMAR, &std::fs::read_to_string(folder.join("main.toy"))?)?;
    harness::golden(&folder.join("expected.txt"), &text)
}

static HLSL_2021: Grammar = Grammar { short_circuit: true, ..hlsl::GRAMMAR };

/// HLSL with an effect on the right of `&&`: only under the rule of 2021 is it dropped, together with the function that it calls.
fn stopping_early_is_one_switch() -> Result<(), Failed> {
    let folder = harness::suite_dir("fold").join("keeps_what_has_effects");
    let older = specialised(&hlsl::GRAMMAR, &folder, "main.fx", Mode::Folded)?;
    let newer = specialised(&HLSL_2021, &folder, "main.fx", Mode::Folded)?;
    let first = |text: &str| text.split("---- ").nth(1).unwrap_or_default().to_owned();
    let (older, newer) = (first(&older), first(&newer));
    assert!(older.contains("false && LogLater(1)") && older.contains("RWBuffer"), "{older}");
    assert!(!newer.contains("LogLater(1)") && !newer.contains("if (false"), "{newer}");
    Ok(())
}

/// `#version` and `#extension` stay in every text, the former before any `#line`; files are numbered where the language numbers them.
fn version_first() -> Result<(), Failed> {
    static RULES: PreprocessorRules =
        PreprocessorRules { version_directives: true, numbered_files: true, ..PreprocessorRules::C };
    let text = "// A comment.\n#version 450 core\n#extension EXT_one : enable\nquad unused = quad(1.0);\n\
                #include \"part\"\nquad main(quad position)\n{\n    return part(position);\n}\n";
    let part = "quad part(quad of) { return of; }\n";
    let sources = Sources::in_memory([("main.toy", text), ("part", part)]);
    let file = sources.load(Path::new("main.toy")).map_err(|error| format!("{error:?}"))?;
    let request = preprocess::Request { rules: &RULES, ..preprocess::Request::new(Arc::clone(&file)) };
    let (unit, found) = preprocess::preprocess(&request, &FileCache::default(), &sources);
    assert!(found.is_empty(), "{}", harness::diagnostics(&found, &sources));
    let (declaration, exploration) = one_technique(&BranchLayout::default(), &[Permutation(0)], file.line_span(1));
    let tokens = ShaderTokens::shared(unit, &exploration.techniques);
    let (set, found) = specialise(&toy::GRAMMAR, &declaration, &exploration, &tokens, Mode::Folded, &Limits::default());
    assert!(found.is_empty(), "{}", harness::diagnostics(&found, &sources));
    let emitted = |layout| emit(&set.sources[0], &sources, layout).text;
    let one_a_line = emitted(Layout::OneTokenALine);
    assert!(one_a_line.starts_with("# version 450 core\n# extension EXT_one : enable\nquad\n"), "{one_a_line}");
    assert_eq!(
        emitted(Layout::AsWritten),
        "#version 450 core\n#line 3 0\n#extension EXT_one : enable\n#line 1 1\nquad part(quad of) { return of; }\n\
         #line 6 0\nquad main(quad position)\n{\n    return part(position);\n}\n"
    );
    Ok(())
}

/// The items that analysis cuts a text into, their tokens separated by spaces.
fn chunks(grammar: &Grammar, text: &str) -> Vec<String> {
    let place = |token| PpToken { token, include: IncludeId(0), expansion: ExpansionId::NONE };
    let tokens: Vec<PpToken> = lexer::lex_text(text).into_iter().map(place).collect();
    let spelled = |first: u32, last: u32| -> Vec<&str> {
        tokens[first as usize..last as usize].iter().map(|token| token.token.text.as_str()).collect()
    };
    let chunk = |part| match part {
        StreamPart::Chunk { first, last, .. } => Some(spelled(first, last).join(" ")),
        _ => None,
    };
    cut(grammar, &tokens).into_iter().filter_map(chunk).collect()
}

/// A block ends at its brace, or where instances may follow, at its semicolon; the group behind `place` holds no parameters.
fn items_are_cut_into_chunks() -> Result<(), Failed> {
    let hlsl_text = "cbuffer A { int a; } int b; struct S { int c; } s; void f(int d) { g(); } int e[] = { 1 };";
    let hlsl_items = [
        "cbuffer A { int a ; }",
        "int b ;",
        "struct S { int c ; } s ;",
        "void f ( int d ) { g ( ) ; }",
        "int e [ ] = { 1 } ;",
    ];
    assert_eq!(chunks(&hlsl::GRAMMAR, hlsl_text), hlsl_items);
    let toy_text = "place(slot = 1) outer A { whole a; } a; shelf B { whole b; }; place(slot = 2) outer flag t; recipe r { } \
                    quad f(whole c) { return g; }";
    let toy_items = [
        "place ( slot = 1 ) outer A { whole a ; } a ;",
        "shelf B { whole b ; } ;",
        "place ( slot = 2 ) outer flag t ;",
        "recipe r { }",
        "quad f ( whole c ) { return g ; }",
    ];
    assert_eq!(chunks(&toy::GRAMMAR, toy_text), toy_items);
    Ok(())
}
