//! Compilers that load their library once, against one process a variant.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::medians::{median, table};
use crate::processes::{Cost, build};
use crate::{Failure, Options, project};

/// A compiler, and what it makes.
struct Subject {
    title: &'static str,
    /// As in `[compiler.NAME]`.
    name: &'static str,
    program: PathBuf,
    target: &'static str,
}

/// What `cargo xtask install` has installed.
fn outside() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/outside")
}

/// `uberc-dxc` of this build in a folder, beside the library that it then finds; `None`: one of them is not there.
pub(crate) fn own_dxc(folder: &Path) -> Result<Option<PathBuf>, Failure> {
    let (own, library) = (std::env::current_exe()?.with_file_name("uberc-dxc"), outside().join("dxc/libdxcompiler.so"));
    if !own.is_file() || !library.is_file() {
        return Ok(None);
    }
    let place = folder.join("uberc-dxc");
    std::fs::copy(own, &place)?;
    std::os::unix::fs::symlink(library.canonicalize()?, folder.join("libdxcompiler.so"))?;
    Ok(Some(place))
}

/// The programs that are there.
fn subjects(folder: &Path) -> Result<Vec<Subject>, Failure> {
    let own = own_dxc(folder)?.unwrap_or_default();
    let under_wine = |name| outside().join("direct3d").join(name);
    let all = [
        Subject { title: "dxc under Wine", name: "dxc", program: under_wine("dxc"), target: "dxil" },
        Subject { title: "fxc under Wine", name: "fxc", program: under_wine("fxc"), target: "dx11" },
        Subject { title: "uberc-dxc", name: "dxc", program: own, target: "dxil" },
    ];
    let (found, missing): (Vec<Subject>, Vec<Subject>) = all.into_iter().partition(|subject| subject.program.is_file());
    for subject in missing {
        println!("not measured: {}", subject.title);
    }
    if found.is_empty() {
        Err("run `cargo xtask install` and `cargo build --release --workspace` first".into())
    } else {
        Ok(found)
    }
}

/// Ends with this value.
struct Background(Child);

impl Drop for Background {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ended = self.0.kill();
        let _reaped = self.0.wait();
    }
}

/// Wine's services, which the first program would start: a program that runs all the time keeps them.
fn keep_wine_running() -> Result<Option<Background>, Failure> {
    let dxc = outside().join("direct3d/dxc");
    if !dxc.is_file() {
        return Ok(None);
    }
    let mut command = Command::new(dxc);
    command.arg("--jobs").stdin(Stdio::piped()).stdout(Stdio::null());
    Ok(Some(Background(command.spawn()?)))
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let _services = keep_wine_running()?;
    let mut rows = vec![
        [
            "compiler",
            "variants",
            "process a variant: CPU ms",
            "wall ms",
            "workers: CPU ms",
            "wall ms",
            "ratio: CPU",
            "wall",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    let folder = tempfile::tempdir()?;
    for subject in subjects(folder.path())? {
        let mut costs: [Vec<Cost>; 2] = Default::default();
        let mut variants = 0;
        for _ in 0..options.rounds {
            let mut archives = Vec::new();
            for (costs, workers) in costs.iter_mut().zip([false, true]) {
                let (all, cost, archive) = once(&subject, workers, options.jobs)?;
                (variants, archives) = (all, [archives, vec![archive]].concat());
                costs.push(cost);
            }
            if archives[0] != archives[1] {
                return Err(format!("{}: the archives differ", subject.title).into());
            }
        }
        let of = |costs: &[Cost], part: fn(&Cost) -> f64| median(costs.iter().map(part).collect());
        let parts: [fn(&Cost) -> f64; 2] = [|cost| cost.cpu, |cost| cost.wall];
        let figures = costs.each_ref().map(|costs| parts.map(|part| of(costs, part)));
        let mut row = vec![subject.title.to_owned(), variants.to_string()];
        row.extend(figures.iter().flatten().map(|seconds| format!("{:.0}", seconds * 1e3)));
        row.extend([0, 1].map(|part| format!("{:.2}", figures[0][part] / figures[1][part])));
        rows.push(row);
    }
    println!(
        "tonemap, {} jobs, medians of {} rounds; both forms wrote the same archives",
        options.jobs, options.rounds
    );
    print!("{}", table(&rows));
    Ok(())
}

/// A build from nothing: how many variants there are, what it cost, the archive.
fn once(subject: &Subject, workers: bool, jobs: usize) -> Result<(u64, Cost, Vec<u8>), Failure> {
    let folder = project::copy_of("tonemap")?;
    let file = folder.path().join("uberc.toml");
    let program = subject.program.canonicalize()?;
    let settings = format!("\n[compiler.{}]\nprogram = \"{}\"\nworkers = {workers}\n", subject.name, program.display());
    std::fs::write(&file, std::fs::read_to_string(&file)? + &settings)?;
    let arguments = ["tonemap.fx", "--target", subject.target, "--output", "tonemap.fxo"];
    let (compiled, all, cost) = build(folder.path(), &arguments, jobs)?;
    if compiled != all {
        return Err(format!("{compiled} of {all} variants were compiled").into());
    }
    Ok((all, cost, std::fs::read(folder.path().join("tonemap.fxo"))?))
}
