//! Any bytes have a tree that holds every token once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use uberc::dialect::hlsl::{MAX_HEIGHT, parse};
use uberc_fuzz::program;

fuzz_target!(|bytes: &[u8]| {
    let Some((_, unit)) = program(bytes) else { return };
    let tree = parse(&unit);
    let mut seen = vec![0u32; unit.tokens.len()];
    let mut open = vec![(tree.root(), 0)];
    while let Some((id, height)) = open.pop() {
        assert!(height <= MAX_HEIGHT);
        let node = tree.node(id);
        let mut from = node.first;
        for child in tree.children(id) {
            let part = tree.node(child);
            assert!(part.first >= from && part.last >= part.first && part.last <= node.last);
            from = part.last;
            open.push((child, height + 1));
        }
        for (first, last) in tree.own(id) {
            seen[first as usize..last as usize].iter_mut().for_each(|count| *count += 1);
        }
    }
    assert!(seen.iter().all(|count| *count == 1));
});
