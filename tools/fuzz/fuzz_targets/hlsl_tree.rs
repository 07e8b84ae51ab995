//! Any bytes have a tree that holds every token once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use uberc::dialect::hlsl::GRAMMAR;
use uberc::syntax::{Kind, KnownFunctions, MAX_HEIGHT, Tree, parse_with_reuse};
use uberc::syntax::parse;
use uberc_fuzz::program;

fuzz_target!(|bytes: &[u8]| {
    let Some((_, unit)) = program(bytes) else { return };
    let tree = parse(&GRAMMAR, &unit);
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
    // The same where its functions are known, from another order of its halves.
    let mut known = KnownFunctions::default();
    let (first, last) = bytes.split_at(bytes.len() / 2);
    if let Some((_, turned)) = program(&[last, b"\n", first].concat()) {
        assert_eq!(shape(&parse_with_reuse(&GRAMMAR, &turned, &mut known, true)), shape(&parse(&GRAMMAR, &turned)));
    }
    for _ in 0..2 {
        assert_eq!(shape(&parse_with_reuse(&GRAMMAR, &unit, &mut known, true)), shape(&tree));
    }
});

fn shape(tree: &Tree) -> Vec<(Kind, u32, u32)> {
    let (mut shape, mut open) = (Vec::new(), vec![tree.root()]);
    while let Some(id) = open.pop() {
        let node = tree.node(id);
        shape.push((node.kind, node.first, node.last));
        open.extend(tree.children(id));
    }
    shape
}
