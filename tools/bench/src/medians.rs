//! Medians, and how figures are written.

/// The middle value, or the mean of the two in the middle.
///
/// # Panics
/// Of nothing there is no median.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { 0.5 * (values[middle - 1] + values[middle]) }
}

/// Rows under a heading, columns aligned: text to the left, the rest to the right.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            text += &if column == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") };
        }
        text.push('\n');
    }
    text
}
