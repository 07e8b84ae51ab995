//! Look-ups: time on one processor, and what they are made of: instructions, and lines of the archive in the cache.

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use uberc::model::*;
use uberc::pack;
use uberc_runtime::format::{
    DECISION_DIAGRAM, DecisionRecord, Field, Record, SECTION_ENTRY, SECTION_TABLE, Section, ShaderRecord,
};
use uberc_runtime::{Key, Pack, Shader};

use crate::medians::{median, table};
use crate::processes::timed;
use crate::{Failure, Options};

/// First argument of a process that measures times, and of one whose instructions valgrind counts.
pub(crate) const TIMES: &str = "look-up-times";
pub(crate) const COUNTED: &str = "look-ups-counted";

const TECHNIQUES: u32 = 300;
/// Keys of a shader.
const KEYS: usize = 1 << 14;
/// Bytes of a line of the cache.
const LINE: usize = 64;

/// A generator that gives the same numbers everywhere (SplitMix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

fn layout(bits: usize) -> Result<BranchLayout, Failure> {
    let branches = (0..bits).map(|at| (format!("g_b{at}"), BranchKind::Bool, None));
    BranchLayout::new(branches).map_err(|_| "the layout".into())
}

/// The leaves of a decision tree: each asks bits in an order of its own, some lead nowhere.
fn leaves(bits: u32, depth: u32, techniques: u32, numbers: &mut Numbers) -> Vec<(Cube, u32)> {
    let mut found = Vec::new();
    let mut pending = vec![(Cube::ALL, 0)];
    while let Some((cube, level)) = pending.pop() {
        if level == depth || level > 3 && numbers.next().is_multiple_of(6) {
            if !numbers.next().is_multiple_of(10) {
                found.push((cube, (numbers.next() % u64::from(techniques)) as u32));
            }
            continue;
        }
        let mut bit = 1u64 << (numbers.next() % u64::from(bits));
        while cube.mask & bit != 0 {
            bit = if bit << 1 >> bits == 0 { bit << 1 } else { 1 };
        }
        for value in [0, bit] {
            pending.push((Cube { mask: cube.mask | bit, value: cube.value | value }, level + 1));
        }
    }
    found
}

pub(crate) fn shader(name: &str, bits: usize, decision: Decision, techniques: u32) -> Result<PackagedShader, Failure> {
    let artifact = Artifact {
        bytes: name.as_bytes().to_vec().into(),
        entry_point: "main".to_owned(),
        reflection: Reflection::default(),
    };
    let technique = |_| PackagedTechnique {
        technique: Arc::default(),
        values_mask: 0,
        values: Permutation(0),
        variants: [(Stage::Pixel, 0)].into(),
        program: None,
    };
    Ok(PackagedShader {
        materials: Vec::new(),
        name: name.to_owned(),
        branches: layout(bits)?,
        fallback: None,
        metadata: Default::default(),
        decision,
        techniques: (0..techniques).map(technique).collect(),
        variants: vec![PackagedVariant {
            stage: Stage::Pixel,
            entry_point: "Main".to_owned(),
            artifact: Arc::new(artifact),
        }],
    })
}

fn package() -> Result<Package, Failure> {
    let mut numbers = Numbers(1);
    let mut shaders = Vec::new();
    for (name, bits, depth) in [
        ("14 branches", 14, 10),
        ("40 branches, 8 a path", 40, 8),
        ("40 branches, 10 a path", 40, 10),
        ("40 branches, 14 a path", 40, 14),
    ] {
        let parts = leaves(bits, depth, TECHNIQUES, &mut numbers);
        let decision = pack::decide(&layout(bits as usize)?, parts)?;
        shaders.push(shader(name, bits as usize, decision, TECHNIQUES)?);
    }
    Ok(Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders }] })
}

/// Writes the archive, has it measured by processes of its own, and prints a row for each shader.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("lookups.fxo");
    let bytes = pack::pack(&package()?, pack::Options::FAST)?;
    std::fs::write(&path, &bytes)?;
    let archive = Pack::open(&bytes[..])?;
    let rounds = options.rounds.max(20);
    // The last processor: the first has the interrupts.
    let processor = std::thread::available_parallelism()?.get() - 1;
    let mut pinned = Command::new("taskset");
    pinned.args(["-c", &processor.to_string()]).arg(std::env::current_exe()?);
    let (times, _) = timed(pinned.arg(TIMES).arg(&path).arg(rounds.to_string()))?;
    println!("look-ups, one thread on processor {processor}, warm; medians of {rounds} rounds of {KEYS} keys");
    let head = [
        "shader",
        "structure",
        "entries",
        "built",
        "ns, random keys",
        "ns a key, median",
        "ns a key, p99",
        "instructions",
        "lines",
        "most",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (number, (shader, times)) in archive.target("spirv")?.shaders().zip(times.lines()).enumerate() {
        let keys = keys(&shader);
        let built = keys.iter().filter(|key| shader.technique(**key).is_ok()).count();
        let (structure, entries) = shader.decision();
        let mut row = vec![
            shader.name().to_owned(),
            structure.to_owned(),
            entries.to_string(),
            format!("{} %", built * 100 / keys.len()),
        ];
        row.extend(times.split_whitespace().map(str::to_owned));
        row.push(format!("{:.1}", instructions(&path, number)?));
        let lines = keys.iter().map(|key| lines(&bytes, number, key.bits()).ok_or("a decision structure"));
        let lines = lines.collect::<Result<Vec<usize>, _>>()?;
        row.push(format!("{:.1}", lines.iter().sum::<usize>() as f64 / keys.len() as f64));
        row.push(lines.iter().max().map_or(0, |most| *most).to_string());
        rows.push(row);
    }
    print!("{}", table(&rows));
    println!(
        "instructions: of a look-up, without the loop around it (valgrind); lines: of {LINE} bytes of the archive"
    );
    Ok(())
}

fn keys(shader: &Shader<'_>) -> Vec<Key> {
    let mut numbers = Numbers(u64::from(shader.key_bits()) << 32 | shader.decision().1 as u64);
    let mask = (1u64 << shader.key_bits()) - 1;
    (0..KEYS).map(|_| shader.key_from_bits(numbers.next() & mask)).collect()
}

/// One line a shader: nanoseconds a random key, and of the median key and of the 99th percentile, each by itself.
pub(crate) fn times(path: &str, rounds: &str) -> Result<(), Failure> {
    let bytes = std::fs::read(path)?;
    let archive = Pack::open(&bytes[..])?;
    let rounds: usize = rounds.parse()?;
    for shader in archive.target("spirv")?.shaders() {
        let keys = keys(&shader);
        let round = || {
            let start = Instant::now();
            look_up(&shader, &keys);
            start.elapsed().as_secs_f64() * 1e9 / keys.len() as f64
        };
        round();
        let mean = median((0..rounds).map(|_| round()).collect());
        // One key at a time, often enough for the clock, the best of some tries: what is left is the key's own cost.
        const REPEATED: u32 = 256;
        let of_key = |key: &Key| {
            let one = || {
                let start = Instant::now();
                for _ in 0..REPEATED {
                    black_box(&shader.technique(*black_box(key)));
                }
                start.elapsed().as_secs_f64() * 1e9 / f64::from(REPEATED)
            };
            (0..8).map(|_| one()).fold(f64::MAX, f64::min)
        };
        let mut each: Vec<f64> = keys.iter().map(of_key).collect();
        each.sort_by(f64::total_cmp);
        println!("{mean:.2} {:.2} {:.2}", each[each.len() / 2], each[each.len() * 99 / 100]);
    }
    Ok(())
}

fn look_up(shader: &Shader<'_>, keys: &[Key]) {
    for key in keys {
        // Behind references: copies of key and answer are none of the look-up's cost.
        black_box(&shader.technique(*black_box(key)));
    }
}

/// Looks each key of a shader up so many times; without a shader's number, the loop alone.
pub(crate) fn counted(path: &str, number: &str, repeated: &str) -> Result<(), Failure> {
    let bytes = std::fs::read(path)?;
    let archive = Pack::open(&bytes[..])?;
    let only_loop = number.strip_prefix('-');
    let number: usize = only_loop.unwrap_or(number).parse()?;
    let shader = archive.target("spirv")?.shaders().nth(number).ok_or("no such shader")?;
    let keys = keys(&shader);
    for _ in 0..repeated.parse()? {
        if only_loop.is_some() {
            for key in &keys {
                let _ = black_box(black_box(key));
            }
        } else {
            look_up(&shader, &keys);
        }
    }
    Ok(())
}

/// Instructions of a look-up: the difference of two runs, without the loop's.
fn instructions(path: &Path, number: usize) -> Result<f64, Failure> {
    const MORE: u32 = 8;
    let run = |number: &str, repeated: u32| -> Result<f64, Failure> {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(std::env::current_exe()?);
        valgrind.arg(COUNTED).arg(path).args([number, &repeated.to_string()]);
        let output = valgrind.output().map_err(|error| format!("valgrind: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let counted = said.lines().find_map(|line| line.split_once("Collected : ")?.1.split_whitespace().next());
        Ok(counted.ok_or_else(|| format!("valgrind counts nothing: {said}"))?.parse()?)
    };
    let of =
        |number: &str| Ok::<_, Failure>((run(number, 1 + MORE)? - run(number, 1)?) / f64::from(MORE) / KEYS as f64);
    Ok(of(&number.to_string())? - of(&format!("-{number}"))?)
}

/// Lines of the archive that the look-up of a key reads, by the description of the format.
fn lines(archive: &[u8], number: usize, bits: u64) -> Option<usize> {
    let section = |section: Section| {
        let entry = archive.get(SECTION_TABLE + section as usize * SECTION_ENTRY + 8..)?;
        Some(u64::take(&mut &*entry)? as usize)
    };
    let shader = ShaderRecord::read(archive.get(section(Section::Shaders)? + number * ShaderRecord::SIZE..)?)?;
    let decision = section(Section::Decisions)? + shader.decision as usize * DecisionRecord::SIZE;
    let decision = DecisionRecord::read(archive.get(decision..)?)?;
    if decision.kind != DECISION_DIAGRAM {
        // The entry.
        return Some(1);
    }
    let first = section(Section::Slots)? + decision.first as usize * 8;
    let slot = |at: usize| u64::take(&mut archive.get(first + at * 8..)?);
    let mut at = decision.count as usize - 1;
    let mut seen = std::collections::BTreeSet::from([(first + at * 8) / LINE]);
    loop {
        let this = slot(at)?;
        let last = this >> 28 & 15;
        if last == 0 {
            return Some(seen.len());
        }
        let child =
            (0..last.count_ones()).fold(0, |child, at| child | (bits >> (this >> (32 + 6 * at) & 63) & 1) << at);
        at = (this as usize & ((1 << 28) - 1)) + child as usize;
        seen.insert((first + at * 8) / LINE);
    }
}
