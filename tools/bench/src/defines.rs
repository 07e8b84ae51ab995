//! What a further set of defines takes: units that differ in one number, of few and of many functions.

use std::fmt::Write as _;
use std::path::Path;

use crate::medians::{median, table};
use crate::processes::build;
use crate::{Failure, Options};

/// The bar: of what the first set takes for a token of its unit, the part that a further set takes.
const BAR: f64 = 0.02;

/// The functions of a small unit and of a large one.
const FUNCTIONS: [usize; 2] = [200, 3200];

/// Sets of defines of a build: a power of 2 each.
const SETS: [usize; 2] = [2, 512];

/// Tokens of a function, and of the constant that each tenth has before it.
const TOKENS: f64 = 58.0 + 0.7;

/// A language: its files, and what differs in their text.
struct Dialect {
    name: &'static str,
    file: &'static str,
    head: &'static str,
    constant: &'static str,
    entry: &'static str,
}

const DIALECTS: [Dialect; 2] = [
    Dialect {
        name: "HLSL",
        file: "unit.fx",
        head: "RWStructuredBuffer<float> result;\n",
        constant: "static const",
        entry: "[numthreads(8, 1, 1)] void main()",
    },
    Dialect {
        name: "GLSL",
        file: "unit.glsl",
        head: "#version 450\nlayout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer Results { float result[]; };\n",
        constant: "const",
        entry: "void main()",
    },
];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut rows =
        vec![["", "functions", "first set, CPU ms", "further set, CPU ms", "of a token"].map(str::to_owned).to_vec()];
    let mut missed = None;
    for dialect in &DIALECTS {
        let mut costs = Vec::new();
        for functions in FUNCTIONS {
            let [few, many] = SETS.map(|sets| measure(dialect, functions, sets, options));
            let (few, many) = (few?, many?);
            let further = (many - few) / (SETS[1] - SETS[0]) as f64;
            costs.push((few - (SETS[0] - 1) as f64 * further, further));
        }
        let tokens = (FUNCTIONS[1] - FUNCTIONS[0]) as f64 * TOKENS;
        let of_token = |cost: fn(&(f64, f64)) -> f64| (cost(&costs[1]) - cost(&costs[0])) / tokens;
        let part = of_token(|cost| cost.1) / of_token(|cost| cost.0);
        if part > BAR {
            missed.get_or_insert(dialect.name);
        }
        for (functions, (first, further)) in FUNCTIONS.iter().zip(&costs) {
            rows.push(vec![
                dialect.name.to_owned(),
                functions.to_string(),
                format!("{first:.1}"),
                format!("{further:.3}"),
                format!("{:.1} %", part * 100.0),
            ]);
        }
    }
    println!(
        "units of functions of 58 tokens, of which the entry point calls a few; a set of defines changes one number"
    );
    println!("compute, spirv, no cache, one job; medians of {} rounds", options.rounds);
    println!("of a token: what a further set takes for each token of the unit, of what the first takes");
    print!("{}", table(&rows));
    match missed {
        None => Ok(()),
        Some(name) => Err(format!("{name}: more than {} % of a token", BAR * 100.0).into()),
    }
}

/// The processor time of a build, in milliseconds.
fn measure(dialect: &Dialect, functions: usize, sets: usize, options: &Options) -> Result<f64, Failure> {
    let mut costs = Vec::new();
    for _ in 0..options.rounds {
        let folder = tempfile::tempdir()?;
        write_project(folder.path(), dialect, functions, sets)?;
        let arguments = ["--target", "spirv", "--output", "out.fxo", "--no-cache"];
        let (compiled, _, cost) = build(folder.path(), &arguments, 1)?;
        if compiled != sets as u64 {
            return Err(format!("{compiled} variants of {sets} sets of defines").into());
        }
        costs.push(cost.cpu * 1e3);
    }
    Ok(median(costs))
}

fn write_project(folder: &Path, dialect: &Dialect, functions: usize, sets: usize) -> Result<(), Failure> {
    let mut header = String::new();
    for at in 0..functions {
        if at % 10 == 0 {
            writeln!(header, "{} float constant{at} = {at}.5;", dialect.constant)?;
        }
        let callee = match at {
            0 => "x".to_owned(),
            _ => format!("f{}(x * {at}.25)", at - 1 - at * 7 % at.min(8)),
        };
        writeln!(
            header,
            "float f{at}(float x)\n{{\n    float a = x * {at}.0 + 1.0;\n    for (int j = 0; j < {}; j++) {{ a = a * 0.5 + sin(a) * x; }}\n    \
             return a + {callee};\n}}",
            2 + at % 7
        )?;
    }
    let main =
        format!("{}#include \"functions.h\"\n{}\n{{\n    result[0] = f3(VALUE);\n}}\n", dialect.head, dialect.entry);
    let branches: Vec<String> = (0..sets.ilog2()).map(|bit| format!("\"bit{bit}\"")).collect();
    let mut sidecar = format!(
        "local shader = Shader(\"Unit\")\nshader.Branches = {{ {} }}\nfunction shader.Specialize(permutation)\n\
         \tlocal technique = Technique()\n\ttechnique.ComputeShader = \"main\"\n\tlocal value = 0\n",
        branches.join(", ")
    );
    for (bit, branch) in branches.iter().enumerate() {
        writeln!(sidecar, "\tif permutation[{branch}] then value += {} end", 1 << bit)?;
    }
    sidecar += "\ttechnique.Defines = { VALUE = tostring(value) .. \".0\" }\n\treturn technique, permutation\nend\n";
    std::fs::write(folder.join("uberc.toml"), format!("sources = [\"{}\"]\n", dialect.file))?;
    std::fs::write(folder.join("functions.h"), header)?;
    std::fs::write(folder.join(dialect.file), main)?;
    std::fs::write(folder.join(format!("{}.lua", dialect.file)), sidecar)?;
    Ok(())
}
