//! Any bytes lex to tokens that lie in order inside the file.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use uberc::diag::Sources;
use uberc::lexer::{lex, lex_text, spell};

fuzz_target!(|bytes: &[u8]| {
    let sources = Sources::in_memory([("main.fx", bytes)]);
    let Ok(file) = sources.load(Path::new("main.fx")) else { return };
    let lexed = lex(&file);
    let mut end = 0;
    for token in &lexed.tokens {
        assert!(token.offset as usize >= end);
        end = token.offset as usize + usize::from(token.length);
        assert!(end <= file.text.len());
        assert!(token.length == u16::MAX || file.text.is_char_boundary(end));
    }
    // What is written back reads as the same tokens, where no constant is left open.
    let open = |text: &str| text.len() > 1 && text.starts_with(['"', '\'']) && !text.ends_with(&text[..1]);
    if !lexed.tokens.iter().any(|token| open(&token.text) || token.text.starts_with('<')) {
        let again = lex_text(&spell(&lexed.tokens));
        let header = lexed.tokens.iter().any(|token| token.text == "include" || token.text == "__has_include");
        if !header && !lexed.tokens.iter().any(|token| token.kind == uberc::model::TokenKind::Other) {
            assert!(again.iter().map(|token| token.text).eq(lexed.tokens.iter().map(|token| token.text)));
        }
    }
});
