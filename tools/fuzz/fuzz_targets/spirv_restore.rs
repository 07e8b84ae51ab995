//! Any bytes as condensed SPIR-V: a module of the asked length or nothing, no panic, and the same a second time.
#![no_main]

use libfuzzer_sys::fuzz_target;
use uberc_runtime::spirv::Restorer;

fuzz_target!(|bytes: &[u8]| {
    let Some((length, stored)) = bytes.split_first_chunk::<2>() else { return };
    // Up to 16 times what is stored, as an archive may declare.
    let length = usize::from(u16::from_le_bytes(*length)).min(stored.len() * 16);
    let (mut restorer, mut out) = (Restorer::default(), vec![0; length]);
    let first = restorer.restore(stored, &mut out);
    let mut again = vec![0; length];
    // What the restorer remembers of one module must not show in the next.
    assert_eq!(restorer.restore(stored, &mut again), first);
    if first.is_some() {
        assert_eq!(out, again);
    }
});
