//! The rows of the table, and the cases they stand for.

use std::fmt;

/// A scalar, vector or matrix type, as the table writes it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ty {
    /// `f`, `i`, `u`, `b`, `d`.
    pub scalar: char,
    /// 1 for a scalar or vector.
    pub rows: usize,
    pub columns: usize,
    pub matrix: bool,
}

impl Ty {
    pub fn vector(scalar: char, columns: usize) -> Ty {
        Ty { scalar, rows: 1, columns, matrix: false }
    }

    pub fn parse(text: &str) -> Ty {
        let digits: Vec<usize> =
            text.chars().skip(1).filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
        match (text.chars().next(), digits.as_slice()) {
            (Some('m'), [rows, columns]) => Ty { scalar: 'f', rows: *rows, columns: *columns, matrix: true },
            (Some(scalar @ ('f' | 'i' | 'u' | 'b' | 'd')), [columns]) => Ty::vector(scalar, *columns),
            _ => panic!("`{text}` is no type of the table"),
        }
    }

    pub fn components(self) -> usize {
        self.rows * self.columns
    }

    /// 32-bit words in a buffer.
    pub fn words(self) -> usize {
        self.components() * if self.scalar == 'd' { 2 } else { 1 }
    }

    pub fn hlsl(self) -> String {
        let scalar = match self.scalar {
            'f' => "float",
            'i' => "int",
            'u' => "uint",
            'b' => "bool",
            _ => "double",
        };
        match (self.matrix, self.columns) {
            (true, _) => format!("{scalar}{}x{}", self.rows, self.columns),
            (false, 1) => scalar.to_owned(),
            (false, columns) => format!("{scalar}{columns}"),
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.matrix {
            write!(out, "m{}{}", self.rows, self.columns)
        } else {
            write!(out, "{}{}", self.scalar, self.columns)
        }
    }
}

pub struct Row {
    pub name: String,
    pub pixel: bool,
    /// The largest error, absolute or relative; `None`: compiled only.
    pub tolerance: Option<f64>,
    pub domains: Vec<String>,
    pub statement: String,
    pub reference: String,
    pub cases: Vec<Case>,
}

/// A row for one T.
pub struct Case {
    pub t: Ty,
    pub result: Ty,
    pub arguments: Vec<Ty>,
}

/// Reads the table. A row that cannot be read is a mistake of the table.
pub fn rows(text: &str) -> Vec<Row> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).map(row).collect()
}

fn row(line: &str) -> Row {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let column = |at: usize| columns.get(at).copied().unwrap_or_default();
    let (pixel, signature) = column(1).strip_prefix("ps ").map_or((false, column(1)), |signature| (true, signature));
    let (result, arguments) =
        signature.trim_end_matches(')').split_once('(').unwrap_or_else(|| panic!("`{line}` has no signature"));
    let arguments: Vec<&str> = arguments.split(',').filter(|argument| !argument.is_empty()).collect();
    let name = column(0).to_owned();
    let letters = ["a", "b", "c"];
    let call = format!("r = {name}({})", letters[..arguments.len()].join(", "));
    let cases = types(column(2))
        .into_iter()
        .map(|t| Case { t, result: resolve(result, t), arguments: arguments.iter().map(|ty| resolve(ty, t)).collect() })
        .collect();
    let reference = match column(6) {
        "" => name.clone(),
        reference => reference.to_owned(),
    };
    let tolerance = match column(4) {
        "=" => Some(0.0),
        "-" => None,
        number => Some(number.parse().unwrap_or_else(|_| panic!("`{line}` has no tolerance"))),
    };
    Row {
        pixel,
        tolerance: tolerance.filter(|_| reference != "-"),
        domains: column(3).split_whitespace().map(str::to_owned).collect(),
        statement: if column(5).is_empty() { call } else { column(5).to_owned() },
        reference,
        cases,
        name,
    }
}

/// `f1-4` is `f1 f2 f3 f4`.
fn types(text: &str) -> Vec<Ty> {
    text.split_whitespace()
        .flat_map(|word| match word.split_once("1-4") {
            Some((scalar, _)) => (1..=4).map(|columns| Ty::parse(&format!("{scalar}{columns}"))).collect(),
            None => vec![Ty::parse(word)],
        })
        .collect()
}

fn resolve(text: &str, t: Ty) -> Ty {
    match text {
        "T" => t,
        "S" => Ty::vector(t.scalar, 1),
        "F" | "I" | "U" | "B" => Ty { scalar: text.to_ascii_lowercase().chars().next().unwrap_or('f'), ..t },
        concrete => Ty::parse(concrete),
    }
}
