//! The instructions the transform knows: part of the format, and frozen with it.

/// How an operand is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An id, mostly of something above.
    Id,
    /// An id that may as well stand below: a label, what a phi takes.
    Forward,
    /// A number.
    Number,
    /// A word whose bytes say more than its value: floats, text.
    Word,
    /// Words up to the one with a string's end.
    Text,
}

/// Where an instruction's result type comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// It has none.
    None,
    /// It is written.
    Written,
    /// That of the operand with this number, unless written.
    OfOperand(u8),
    /// What the type of the first operand points to, unless written.
    Pointee,
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    pub opcode: u16,
    pub ty: Type,
    pub result: bool,
    /// The first `fixed` are for one operand each; the rest repeat.
    operands: [Operand; 8],
    fixed: u8,
    count: u8,
    /// Words in all; 0 where the length is always written.
    pub words: u8,
}

impl Instruction {
    /// What operand `at` is.
    #[inline]
    pub fn operand(&self, at: usize) -> Operand {
        let (fixed, count) = (self.fixed as usize, self.count as usize);
        let at = if at < fixed {
            at
        } else if count - fixed == 1 {
            fixed
        } else {
            fixed + (at - fixed) % (count - fixed)
        };
        self.operands[at % 8]
    }

    /// `T` a written type, `0`..`2` that of this operand, `P` what operand 0 points to; `R` a result; then one letter
    /// an operand: `i` id, `f` id that may be below, `n` number, `w` word, `s` text. What follows `|` repeats.
    const fn parse(opcode: u16, words: u8, text: &str) -> Instruction {
        let text = text.as_bytes();
        let (mut ty, mut result, mut operands) = (Type::None, false, [Operand::Number; 8]);
        let (mut at, mut count, mut fixed) = (0, 0, u8::MAX);
        while at < text.len() {
            let operand = match text[at] {
                b'T' => {
                    ty = Type::Written;
                    None
                }
                b'0' | b'1' | b'2' => {
                    ty = Type::OfOperand(text[at] - b'0');
                    None
                }
                b'P' => {
                    ty = Type::Pointee;
                    None
                }
                b'R' => {
                    result = true;
                    None
                }
                b'|' => {
                    fixed = count;
                    None
                }
                b'i' => Some(Operand::Id),
                b'f' => Some(Operand::Forward),
                b'n' => Some(Operand::Number),
                b'w' => Some(Operand::Word),
                b's' => Some(Operand::Text),
                _ => panic!("no such letter"),
            };
            if let Some(operand) = operand {
                operands[count as usize] = operand;
                count += 1;
            }
            at += 1;
        }
        if fixed == u8::MAX {
            // Operands that nobody expects are numbers.
            fixed = count;
            operands[count as usize] = Operand::Number;
            count += 1;
        }
        Instruction { opcode, ty, result, operands, fixed, count, words }
    }
}

/// An instruction that is not in [`INSTRUCTIONS`]: numbers.
pub const UNKNOWN: Instruction = Instruction::parse(u16::MAX, 0, "|n");

macro_rules! instructions {
    ($($words:literal $text:literal: $($opcode:literal)+;)+) => {
        /// In the order of their codes.
        pub static INSTRUCTIONS: &[Instruction] = &[$($(Instruction::parse($opcode, $words, $text)),+),+];

        /// The same as FORMAT.md lists it.
        pub const LIST: &str =
            concat!($(stringify!($words), " ", stringify!($text), ":" $(, " ", stringify!($opcode))+, "\n"),+);
    };
}

instructions! {
    // No operand.
    1 "": 0 56 218 219 252 253 255 317;
    // Only a result.
    2 "R": 19 20 26 73 248;
    3 "TR": 1 41 42 46 48 49 55;
    // Types and constants.
    4 "Rni": 32;
    4 "Rin": 23 24;
    4 "Rnn": 21;
    3 "Rn": 22;
    3 "Ri": 27 29;
    4 "Rii": 28;
    9 "Rin": 25;
    0 "R|i": 30 33;
    0 "R|w": 7 11 31;
    4 "TR|w": 43 50;
    0 "TR|i": 44 51 80 57 65 66 67 70;
    0 "TRn|i": 52;
    4 "TRn|i": 59;
    5 "TRni": 54;
    // Modes, names, decorations.
    2 "n": 17;
    3 "nn": 14;
    0 "nis|i": 15;
    0 "in": 16 71 331;
    0 "inn": 72;
    0 "i|i": 332;
    0 "i|w": 5;
    0 "in|w": 6;
    0 "|w": 2 4 10 330;
    0 "|n": 3;
    4 "inn": 8;
    // One operand of another type.
    4 "TRi": 100 101 102 104 106 107 109 110 111 112 113 114 115 124 154 155 156 157;
    // One operand of the same type.
    4 "0Ri": 83 116 126 127 168 200 204 207 208 209 210 211 212 213 214 215 84 205;
    // Two.
    5 "0Rii": 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 166 167 194 195 196 197 198 199 164 165;
    5 "TRii": 77 86 103 105 144 145 146 147 148 149 150 151 152 170 171 172 173 174 175 176 177 178 179 180 181 182 183 184
        185 186 187 188 189 190 191;
    // More.
    6 "1Riii": 169 78;
    6 "0Riii": 202 203;
    7 "0Riiii": 201;
    6 "TRiii": 60 227 232 233 337 341 345 346 347 348 365 366;
    7 "TRiiii": 229 234 235 236 237 238 239 240 241 242;
    9 "TRiiiiii": 230;
    0 "TRin|i": 12 349 350 351 352 353 354 355 356 357 358 359 360 361 362 363 364 342;
    5 "TRin|n": 81;
    4 "PRi|n": 61;
    3 "ii|n": 62 63;
    0 "1Rii|n": 82;
    0 "TRii|n": 79;
    4 "TRin": 68;
    // Images.
    0 "TRiin|i": 87 88 91 92 95 98;
    0 "TRiiin|i": 89 90 93 94 96 97;
    0 "iiin|i": 99;
    // Control flow.
    0 "0R|f": 245;
    3 "fn": 247;
    4 "ffn": 246;
    2 "f": 249;
    4 "iff|n": 250;
    0 "if|nf": 251;
    2 "i": 254 220 221;
    4 "iii": 224;
    3 "ii": 225;
    5 "iiii": 228;
}

/// Opcodes below this can have a code.
const OPCODES: usize = 512;

/// What is written instead of a code.
pub const NO_CODE: u8 = 0xF8;

/// The code of each opcode, or [`NO_CODE`].
pub static CODES: [u8; OPCODES] = {
    let mut codes = [NO_CODE; OPCODES];
    // The first of two entries with one opcode counts.
    let mut at = INSTRUCTIONS.len();
    while at > 0 {
        at -= 1;
        codes[INSTRUCTIONS[at].opcode as usize] = at as u8;
    }
    codes
};

/// The code of an opcode.
pub fn code(opcode: u16) -> u8 {
    CODES.get(usize::from(opcode)).copied().unwrap_or(NO_CODE)
}

// Codes end where prefixes begin.
const _: () = assert!(INSTRUCTIONS.len() <= 0xF0);
