//! Times and sizes with units.

use std::time::Duration;

/// Units of time and how many milliseconds each has.
const TIME: [(&str, u64); 5] = [("ms", 1), ("s", 1_000), ("min", 60_000), ("m", 60_000), ("h", 3_600_000)];

/// Units of size and how many bytes each has (IEC 80000-13).
const SIZE: [(&str, u64); 7] = [
    ("B", 1),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
];

/// Why a text is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuantityError {
    /// It does not begin with a number.
    NoNumber,
    /// A number alone, or a unit that does not exist.
    Unit(String),
    /// More than 64 bits.
    TooLarge,
}

/// `10s`, `500ms`, `1.5 min`.
pub fn parse_time(text: &str) -> Result<Duration, QuantityError> {
    parse(text, &TIME).map(Duration::from_millis)
}

/// `256MB`, `4 GiB`; bytes.
pub fn parse_size(text: &str) -> Result<u64, QuantityError> {
    parse(text, &SIZE)
}

/// A size as the project file has it (`256MB`), or a plain number of bytes; `None` for anything else.
pub fn bytes_of(text: &str) -> Option<u64> {
    text.parse().ok().or_else(|| parse_size(text).ok())
}

/// A time as [`parse_time`] reads it.
pub fn time_text(time: Duration) -> String {
    let milliseconds = time.as_millis();
    if milliseconds.is_multiple_of(1_000) { format!("{}s", milliseconds / 1_000) } else { format!("{milliseconds}ms") }
}

/// A size as [`parse_size`] reads it.
pub fn size_text(bytes: u64) -> String {
    let units = [("GiB", 1u64 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    let unit = units.into_iter().find(|(_, size)| bytes > 0 && bytes.is_multiple_of(*size)).unwrap_or(("B", 1));
    format!("{}{}", bytes / unit.1, unit.0)
}

fn parse(text: &str, units: &[(&str, u64)]) -> Result<u64, QuantityError> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    let number: String = text[..end].chars().filter(|c| *c != '_').collect();
    let value: f64 = number.parse().map_err(|_| QuantityError::NoNumber)?;
    let unit = text[end..].trim();
    let (_, factor) = units
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(unit))
        .ok_or_else(|| QuantityError::Unit(unit.to_owned()))?;
    // Whole numbers stay exact; only a fraction goes through floating point.
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(*factor).ok_or(QuantityError::TooLarge);
    }
    let scaled = value * *factor as f64;
    // 2^53: beyond it a fraction has no meaning in a double.
    if scaled > 9_007_199_254_740_992.0 { Err(QuantityError::TooLarge) } else { Ok(scaled.round() as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_scale_and_white_space_is_free() {
        assert_eq!(parse_time("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_time(" 1.5 min "), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_size("256MB"), Ok(256_000_000));
        assert_eq!(parse_size("256 mib"), Ok(256 << 20));
        assert_eq!(parse_size("1_000B"), Ok(1000));
        assert_eq!(parse_size("0.5KiB"), Ok(512));
    }

    #[test]
    fn mistakes_are_told_apart() {
        assert_eq!(parse_time("soon"), Err(QuantityError::NoNumber));
        assert_eq!(parse_time(""), Err(QuantityError::NoNumber));
        assert_eq!(parse_time("1.2.3s"), Err(QuantityError::NoNumber));
        assert_eq!(parse_time("10"), Err(QuantityError::Unit(String::new())));
        assert_eq!(parse_time("10 MB"), Err(QuantityError::Unit("MB".to_owned())));
        assert_eq!(parse_size("99999999999999999999GB"), Err(QuantityError::TooLarge));
        assert_eq!(parse_size("18446744073709551615GiB"), Err(QuantityError::TooLarge));
    }

    #[test]
    fn texts_read_back() {
        for bytes in [0, 1, 1000, 1024, 256 << 20, 4 << 30, (4 << 30) + 1] {
            assert_eq!(parse_size(&size_text(bytes)), Ok(bytes));
        }
        for time in [Duration::from_millis(1), Duration::from_secs(120)] {
            assert_eq!(parse_time(&time_text(time)), Ok(time));
        }
    }
}
