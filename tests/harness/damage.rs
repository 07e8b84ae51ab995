//! Texts that are damaged at random, the same in every run.

/// Numbers by xorshift: what they are does not matter, only that they are the same each time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed | 1)
    }

    /// Below the bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// Where words end, with the character that ends one.
const ENDS: [char; 14] = [' ', '\n', '(', ')', '{', '}', ';', '<', '>', ',', '.', '[', ']', '='];

/// The text with one to three words lost, doubled or exchanged.
pub fn damaged(text: &str, random: &mut Random) -> String {
    let words: Vec<&str> = text.split_inclusive(ENDS).collect();
    let mut damaged = words.clone();
    for _ in 0..=random.below(3) {
        if damaged.is_empty() {
            break;
        }
        let (one, two) = (random.below(damaged.len()), random.below(damaged.len()));
        match random.below(3) {
            0 => drop(damaged.remove(one)),
            1 => damaged.insert(one, words[two % words.len()]),
            _ => damaged.swap(one, two),
        }
    }
    damaged.concat()
}
