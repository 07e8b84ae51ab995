//! A clean checkout of a project that another machine has built: with the results of a server, against none, and against a
//! server that is slow; and of a project that nobody has built, whose results a slow server gets.
//!
//! The server is the one of the tests, in this process and on the loopback device: it costs processor time that a server
//! elsewhere would not, so that the figures are no better than those of a network with the same latency.
//!
//! No folder is removed before the last build: ext4 does not use the inodes of files that were removed in the last minutes, and
//! looks at each of them whenever a file is created. After a checkout was removed, the next builds took up to three times the
//! processor time. With a TMPDIR in memory no disk has a part in the figures.

use std::path::Path;
use std::time::Duration;

use uberc_remote_server::{Faults, Server};

use crate::medians::{median, table};
use crate::processes::{Cost, build};
use crate::{Failure, Options};

/// Of each shader, beside its vertex stage: of a thousand shaders, 20,000 objects in all.
const PIXEL_VARIANTS: usize = 20;
/// What a server that is slow may cost.
const BAR: f64 = 1.1;

/// Bytes of a batch: the limit of most servers.
const BATCH: i64 = 4 << 20;

/// What the project file says of the server. A build that fills it waits until all is there.
const FILLS: &str = "upload-wait = \"1h\"\n";
const TAKES: &str = "upload = false\n";
/// Results are stored behind the build, whose end waits as long as it does by default.
const STORES: &str = "";
/// The same, and every answer is waited for.
const WAITS: &str = "upload = false\nwait = \"1min\"\n";

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let server = Server::start(slow(0), None)?;
    let filling = checkout(server.port(), FILLS, options.shaders)?;
    let (made, variants, _) = build(filling.path(), &["--output", "all.fxo"], options.jobs)?;
    expect(made, variants, "the first build")?;
    let archive = std::fs::read(filling.path().join("all.fxo"))?;
    let objects = server.contents().blobs.len();
    let least = options.shaders * PIXEL_VARIANTS;
    if objects < least {
        return Err(format!("the server has {objects} blobs, fewer than {least}").into());
    }
    let none = slow(0);
    let rows: [(&str, Faults, &str, &[&str]); 7] = [
        ("no server, nothing known", none.clone(), TAKES, &["--offline"]),
        ("clean checkout, server, each answer waited for", none.clone(), WAITS, &[]),
        ("clean checkout, server", none, TAKES, &[]),
        ("clean checkout, server with 50 ms", slow(50), TAKES, &[]),
        ("clean checkout, server with 1 s", slow(1000), TAKES, &[]),
        ("results are stored, empty server with 50 ms", slow(50), STORES, &[]),
        ("results are stored, empty server with 1 s", slow(1000), STORES, &[]),
    ];
    let mut costs: Vec<(&str, Vec<Cost>, u64)> = Vec::new();
    let (mut warm, mut folders) = (Vec::new(), Vec::new());
    for round in 0..options.rounds {
        for (at, (name, faults, lines, arguments)) in rows.iter().enumerate() {
            server.set_faults(faults.clone());
            let empty = Server::start(faults.clone(), None)?;
            let port = if *lines == STORES { empty.port() } else { server.port() };
            let folder = checkout(port, lines, options.shaders)?;
            let arguments = [&["--output", "all.fxo"], *arguments].concat();
            let (made, _, cost) = build(folder.path(), &arguments, options.jobs)?;
            same(folder.path(), &archive, name)?;
            if round == 0 {
                costs.push((*name, Vec::new(), made));
            }
            costs[at].1.push(cost);
            if at == 0 {
                // The same once more, without the archive: every result is on this machine's disk.
                std::fs::remove_file(folder.path().join("all.fxo"))?;
                let (made, _, cost) = build(folder.path(), &arguments, options.jobs)?;
                expect(made, 0, "with all results on the disk")?;
                same(folder.path(), &archive, "with all results on the disk")?;
                warm.push(cost);
            }
            folders.push(folder);
        }
    }
    costs.insert(1, ("results on this machine's disk", warm, 0));
    let walls: Vec<f64> =
        costs.iter().map(|(_, costs, _)| median(costs.iter().map(|cost| cost.wall).collect())).collect();
    println!(
        "{variants} variants, {objects} blobs at the server, {} jobs, medians of {} rounds",
        options.jobs, options.rounds
    );
    let mut lines = vec![["", "wall ms", "CPU ms", "compiled", "of no server's wall"].map(str::to_owned).to_vec()];
    for ((name, costs, made), wall) in costs.iter().zip(&walls) {
        let cpu = median(costs.iter().map(|cost| cost.cpu).collect());
        let share = format!("{:.2}x", wall / walls[0]);
        lines.push(vec![
            (*name).to_owned(),
            format!("{:.0}", wall * 1e3),
            format!("{:.0}", cpu * 1e3),
            made.to_string(),
            share,
        ]);
    }
    print!("{}", table(&lines));
    expect(costs[2].2, 0, "a clean checkout that waits for each answer")?;
    for ((name, ..), wall) in costs.iter().zip(&walls).skip(3) {
        if *wall > walls[0] * BAR {
            return Err(format!("{name}: more than {BAR} times what no server takes").into());
        }
    }
    Ok(())
}

fn slow(milliseconds: u64) -> Faults {
    Faults { latency: Duration::from_millis(milliseconds), batch_bytes: Some(BATCH), ..Faults::default() }
}

fn expect(made: u64, wanted: u64, what: &str) -> Result<(), Failure> {
    if made == wanted { Ok(()) } else { Err(format!("{what}: {made} variants were compiled, not {wanted}").into()) }
}

fn same(folder: &Path, archive: &[u8], what: &str) -> Result<(), Failure> {
    if std::fs::read(folder.join("all.fxo"))? == archive {
        Ok(())
    } else {
        Err(format!("{what}: another archive").into())
    }
}

/// A checkout whose cache is empty.
fn checkout(port: u16, lines: &str, shaders: usize) -> Result<tempfile::TempDir, Failure> {
    let folder = tempfile::tempdir()?;
    let root = folder.path();
    std::fs::write(root.join("uberc.toml"), format!("[remote]\ncache = \"grpc://127.0.0.1:{port}\"\n{lines}"))?;
    for shader in 0..shaders {
        let name = format!("shader_{shader}.fx");
        let text = format!(
            "int g_nKind;\nfloat4 MainVS(float3 position : POSITION) : SV_Position {{ return float4(position, {shader}.5); }}\n\
             float4 MainPS(float4 position : SV_Position) : SV_Target\n{{\n    float value = sin(position.x * {shader}.25);\n\
             \x20   for (int i = 0; i < g_nKind; ++i)\n        value = value * 0.75 + cos(position.y + g_nKind * 3.5);\n\
             \x20   return float4(value, g_nKind, {shader}.0, 1.0);\n}}\n"
        );
        let last = PIXEL_VARIANTS - 1;
        let sidecar = format!(
            "local shader = Shader(\"Shader{shader}\")\nshader.Branches = {{ Int(\"g_nKind\", 0, {last}) }}\n\
             function shader.Specialize(permutation)\n    local technique = Technique()\n\
             \x20   technique.VertexShader = \"MainVS\"\n    technique.PixelShader = \"MainPS\"\n\
             \x20   return technique, permutation\nend\n"
        );
        std::fs::write(root.join(&name), text)?;
        std::fs::write(root.join(format!("{name}.lua")), sidecar)?;
    }
    Ok(folder)
}
