//! Results as text for people.

use super::{Cause, Ending, Fetched, Rebuilt, Report, ShaderReport, Shared, StageTiming, Summary};

/// The table of `uberc list`.
pub fn list_table(reports: &[ShaderReport]) -> String {
    let head = ["shader", "target", "permutations", "runs", "cubes", "techniques", "packed", "variants"];
    let rows: Vec<[String; 8]> = reports
        .iter()
        .map(|report| {
            let variants = report.variants.as_ref().map(|variants| {
                let programs = (report.programs > 0).then(|| plural(report.programs, "program"));
                let variants = variants.iter().map(|(stage, count)| format!("{count} {}", stage.name()));
                variants.chain(programs).collect::<Vec<_>>().join(" + ")
            });
            [
                report.shader.clone(),
                report.target.name().to_owned(),
                report.permutations.to_string(),
                report.specialize_runs.to_string(),
                report.cubes.to_string(),
                count_text(report.techniques),
                count_text(report.packed),
                variants.unwrap_or_else(|| count_text(None::<usize>)),
            ]
        })
        .collect();
    let mut widths = head.map(str::len);
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut out = String::new();
    let mut put = |cells: [&str; 8]| {
        let mut line = String::new();
        for (at, (cell, width)) in cells.into_iter().zip(widths).enumerate() {
            // Names to the left, figures to the right.
            let text = if (2..7).contains(&at) { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
            line += &text;
            line += "  ";
        }
        out += line.trim_end();
        out.push('\n');
    };
    put(head);
    for row in &rows {
        put([&row[0], &row[1], &row[2], &row[3], &row[4], &row[5], &row[6], &row[7]]);
    }
    out
}

/// A size for people: three figures or a little more, as `2.1 KiB` and `14.0 MiB`; below 1 KiB the bytes themselves.
pub fn readable_size(bytes: u64) -> String {
    let units = [("GiB", 1u64 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    match units.into_iter().find(|(_, size)| bytes >= *size) {
        Some((unit, size)) => format!("{:.1} {unit}", bytes as f64 / size as f64),
        None => format!("{bytes} bytes"),
    }
}

/// What a build did with its archive, by the archive's path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveNote {
    Written(String),
    /// That of an earlier build is there still.
    Kept(String),
    None,
}

impl ArchiveNote {
    /// What a build that writes archives did. `path` is shown; `is_there`: whether there is an archive now.
    pub fn of(report: &Report, path: String, is_there: bool) -> ArchiveNote {
        match report.ending {
            Ending::Success if report.summary.archive_bytes > 0 => ArchiveNote::Written(path),
            Ending::Success => ArchiveNote::None,
            _ if is_there => ArchiveNote::Kept(path),
            _ => ArchiveNote::None,
        }
    }
}

/// The last line of a build.
pub fn summary_text(summary: &Summary, archive: &ArchiveNote) -> String {
    let seconds = summary.wall_ms as f64 / 1000.0;
    let mut text = format!(
        "{}, {}: {} compiled{}, {} from the cache",
        plural(summary.shaders, "shader"),
        plural(summary.variants, "variant"),
        summary.compiled,
        executed_text(summary.executed),
        summary.cached
    );
    if summary.remote > 0 {
        text += &format!(" ({} of them remote)", summary.remote);
    }
    if summary.failed > 0 {
        text += &format!(", {} failed", summary.failed);
    }
    text += &format!(", in {seconds:.2} s");
    match archive {
        ArchiveNote::Written(path) => {
            let mut contents = plural(summary.artifacts, "artifact");
            if summary.programs > 0 {
                contents += &format!(", {}", plural(summary.programs, "program"));
            }
            text += &format!("; {path}: {contents}, {}", readable_size(summary.archive_bytes));
        }
        ArchiveNote::Kept(path) => text += &format!("; {path} stays as the last good build wrote it"),
        ArchiveNote::None => {}
    }
    text
}

/// The time of each stage, one stage per line.
pub fn timings_table(stages: &[StageTiming], shared: &[Shared]) -> String {
    let milliseconds = |us: u64| format!("{:.1}", us as f64 / 1000.0);
    let mut text = format!("{:<26}{:>7}{:>12}{:>12}  {}\n", "stage", "count", "busy ms", "span ms", "longest");
    for stage in stages {
        text += &format!(
            "{:<26}{:>7}{:>12}{:>12}  {} ({} ms)\n",
            stage.stage,
            stage.count,
            milliseconds(stage.busy_us),
            milliseconds(stage.span_us),
            stage.longest,
            milliseconds(stage.longest_us)
        );
    }
    for Shared { what, known, all } in shared {
        let percent = 100.0 * *known as f64 / (*all).max(1) as f64;
        text += &format!("{what:<26}{known:>7} of {all} were reused ({percent:.1} %)\n");
    }
    text
}

/// How many of the compiled variants other machines had a part in, if any.
pub fn executed_text(executed: usize) -> String {
    if executed > 0 { format!(" ({executed} of them executed remotely)") } else { String::new() }
}

/// Changed inputs that are shown of one unit.
const CHANGES_SHOWN: usize = 8;

/// Why a unit was rebuilt: one line, and one for each input that changed.
pub fn rebuilt_text(unit: &Rebuilt) -> String {
    let mut text = format!(
        "{} for {}: {} compiled{}, {} from the cache",
        unit.unit.display(),
        unit.target.name(),
        unit.compiled,
        executed_text(unit.executed),
        unit.cached
    );
    if unit.remote > 0 {
        text += &format!(" ({} of them remote)", unit.remote);
    }
    if unit.failed > 0 {
        text += &format!(", {} failed", unit.failed);
    }
    text.push('\n');
    match &unit.cause {
        Cause::Unknown => text += "  no earlier result is known\n",
        Cause::Lost => text += "  its earlier result is no longer in the cache\n",
        Cause::Changed(changes) => {
            for change in changes.iter().take(CHANGES_SHOWN) {
                text += &format!("  {}\n", change.describe());
            }
            if changes.len() > CHANGES_SHOWN {
                text += &format!("  and {} more\n", changes.len() - CHANGES_SHOWN);
            }
        }
    }
    text
}

/// A unit that another machine built.
pub fn fetched_text(unit: &Fetched) -> String {
    format!("{} for {}: taken from the remote cache\n", unit.unit.display(), unit.target.name())
}

/// A count, or a question mark where it is not known.
pub fn count_text(count: Option<impl ToString>) -> String {
    count.map_or("?".to_owned(), |count| count.to_string())
}

/// `1 shader`, `2 shaders`.
pub fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
