//! Compilers that are programs, on a server's machines: the same archive, and whatever goes wrong there is done here.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use uberc_remote_server::{Faults, Running};

use super::proxy::Proxy;
use super::{Checkout, PATIENT, Ran, start, trial};
use crate::harness::{self, Random};

pub fn trials() -> Vec<Trial> {
    let needs = |name, run| {
        let trial = trial(name, run);
        harness::needs("spirv-val", harness::needs("glslangValidator", trial))
    };
    vec![
        needs("compilers_run_on_the_server", executed),
        needs("the_server_knows_results_of_equal_actions", known_actions),
        needs("what_goes_wrong_with_actions", faults),
        needs("a_server_that_dies_while_actions_run", dies),
        needs("mistakes_in_shaders_are_told_as_without_a_server", mistakes),
        needs("slow_machines_do_not_hold_a_build_up", slow),
        trial("programs_with_further_files_and_scripts", own_programs),
        harness::direct3d::needs_direct3d(trial("dxc_and_fxc_run_on_the_server", direct3d)),
        trial("settings_of_execution", settings),
    ]
}

const CHAIN: &str = "[target.spirv]\ncompilers = [\"glslangValidator\", \"spirv-opt\", \"spirv-val\"]\n";

fn running() -> Faults {
    Faults { running: Running { is_offered: true, ..Running::default() }, ..Faults::default() }
}

fn project(port: u16, lines: &str, chain: &str) -> Result<Checkout, Failed> {
    let server = format!("\"grpc://127.0.0.1:{port}\"");
    Checkout::with(&format!(
        "[remote]\ncache = {server}\nexecute = {server}\nbatch = 2\n{lines}[remote.platform]\nOSFamily = \"Linux\"\n{chain}"
    ))
}

/// A checkout whose results are not shared, so that actions run each time. It has three variants.
fn alone(port: u16, lines: &str) -> Result<Checkout, Failed> {
    small(project(port, &format!("{PATIENT}upload = false\n{lines}"), CHAIN)?)
}

fn small(checkout: Checkout) -> Result<Checkout, Failed> {
    std::fs::remove_file(checkout.path("quad.fx"))?;
    std::fs::remove_file(checkout.path("quad.fx.lua"))?;
    Ok(checkout)
}

/// The archive of this machine's programs.
fn archive_of(local: &Checkout) -> Result<Vec<u8>, Failed> {
    local.build(&["--no-cache"])?;
    local.archive()
}

fn executed() -> Result<(), Failed> {
    let server = start(running())?;
    let checkout = project(server.port(), PATIENT, CHAIN)?;
    let built = checkout.build(&["--explain", "--timings"])?;
    built.lacks("remote/")?;
    built.has("15 compiled (15 of them executed remotely), 0 from the cache")?;
    built.has("\nremote ")?;
    // No program ran here.
    for program in ["glslangValidator", "spirv-opt", "spirv-val"] {
        built.lacks(&format!("compile/{program}"))?;
    }
    assert_eq!(checkout.archive()?, archive_of(&Checkout::with(CHAIN)?)?);
    checkout.run(&["cache", "why"])?.has("quad.fx.lua for spirv: ")?;
    checkout.run(&["cache", "why"])?.has(" of them executed remotely), 0 from the cache")?;
    // Two jobs an action, of three programs.
    let stats = checkout.run(&["cache", "stats"])?;
    stats.has("remote execution: 45 jobs in 24 actions (0 known to the server), 0 done here instead")?;
    let platforms = server.contents().platforms.clone();
    assert_eq!(platforms, [("OSFamily".to_owned(), "Linux".to_owned())].into());
    checkout.run(&["cache", "verify", "--recompile", "100"])?.has("0 of them different")?;
    // What other machines made is shared as what this one makes.
    let other = Checkout::with(&format!("[remote]\ncache = \"grpc://127.0.0.1:{}\"\n{PATIENT}{CHAIN}", server.port()))?;
    let built = other.build(&["--explain"])?;
    built.has("quad.fx.lua for spirv: taken from the remote cache")?;
    assert_eq!(other.archive()?, checkout.archive()?);
    // Nothing is sent where nothing may be stored, and nothing is asked offline.
    let calls = server.contents().calls.get("Execute").copied();
    let reading = project(server.port(), PATIENT, CHAIN)?;
    reading.edit("quad.fx", "color *= 0.5;", "color *= 0.25;")?;
    reading.build(&["--remote-only-read"])?.lacks("executed remotely")?;
    reading.edit("quad.fx", "color *= 0.25;", "color *= 0.125;")?;
    reading.build(&["--offline"])?.lacks("remote")?;
    assert_eq!(server.contents().calls.get("Execute").copied(), calls);
    Ok(())
}

fn known_actions() -> Result<(), Failed> {
    let server = start(running())?;
    let expected = archive_of(&small(Checkout::with(CHAIN)?)?)?;
    alone(server.port(), "")?.build(&[])?.lacks("remote/")?;
    server.set_faults(running());
    let again = alone(server.port(), "")?;
    again.build(&[])?.has("3 of them executed remotely")?;
    assert_eq!(again.archive()?, expected);
    again.run(&["cache", "stats"])?.has("9 jobs in 6 actions (6 known to the server)")?;
    assert!(!server.contents().calls.contains_key("Execute"), "{:?}", server.contents().calls);
    // The server knows the results, and has lost what they name.
    server.contents().blobs.clear();
    let lost = alone(server.port(), "")?;
    lost.build(&[])?.has("3 of them executed remotely")?;
    assert_eq!(lost.archive()?, expected);
    Ok(())
}

/// Each fault, what is said of it, and whether the results come from the server all the same.
fn faults() -> Result<(), Failed> {
    let expected = archive_of(&small(Checkout::with(CHAIN)?)?)?;
    let with = |running: Running| Faults { running: Running { is_offered: true, ..running }, ..Faults::default() };
    let none = Running::default();
    let rows: [(Faults, Option<&str>); 9] = [
        (Faults::default(), Some("it was asked no more: the server does not run actions, or not for this client")),
        (with(Running { no_worker: true, ..none }), Some("no result of the action in time")),
        (with(Running { breaks_streams: true, ..none }), None),
        (
            with(Running { breaks_streams: true, forgets: true, latency: Duration::from_millis(20), ..none }),
            Some("the server does not know the action"),
        ),
        (with(Running { loses_inputs: true, ..none }), None),
        (with(Running { fails: true, ..none }), Some("the machine has ended")),
        (with(Running { no_program: true, ..none }), Some("its machine cannot run glslangValidator")),
        (
            with(Running { fails_jobs: true, ..none }),
            Some("it failed there, and not here: glslangValidator: error: this machine lacks a file"),
        ),
        (Faults { wrong_bytes: true, ..running() }, Some("the bytes of an output are not those of its digest")),
    ];
    for (faults, said) in rows {
        let shown = format!("{faults:?}");
        let server = start(faults)?;
        let checkout = alone(server.port(), "execute-timeout = \"2s\"\n")?;
        let built = checkout.build(&["--deny-warnings", "-W", "compile/glslang=allow"])?;
        let checked = match said {
            Some(said) => built.has("warning[remote/not-executed]").and_then(|()| built.has(said)),
            None => built.lacks("remote/").and_then(|()| built.has("3 of them executed remotely")),
        };
        checked.map_err(|failed| format!("{shown}\n{}", failed.message().unwrap_or_default()))?;
        assert_eq!(built.text.matches("remote/not-executed").count(), usize::from(said.is_some()), "{shown}");
        assert_eq!(checkout.archive()?, expected, "{shown}");
    }
    Ok(())
}

fn dies() -> Result<(), Failed> {
    let expected = archive_of(&small(Checkout::with(CHAIN)?)?)?;
    let mut random = Random::new(33);
    for _ in 0..6 {
        let dies_after = Some(random.below(40) as u64);
        let server = start(Faults { dies_after, ..running() })?;
        let checkout = alone(server.port(), "")?;
        checkout.build(&[])?;
        assert_eq!(checkout.archive()?, expected, "{dies_after:?}");
    }
    for _ in 0..4 {
        let server = start(running())?;
        let bytes = random.below(20_000);
        let proxy = Proxy::start(server.port(), Duration::ZERO, Some(bytes))?;
        let checkout = alone(proxy.port(), "")?;
        checkout.build(&[])?;
        assert_eq!(checkout.archive()?, expected, "{bytes} bytes");
    }
    Ok(())
}

/// The messages of a run, without the lines that say how long it took and where it ran.
fn messages(ran: &Ran) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for line in ran.text.lines().filter(|line| !line.contains(" variants: ") && !line.contains(" compiled")) {
        *lines.entry(line.to_owned()).or_default() += 1;
    }
    lines
}

fn mistakes() -> Result<(), Failed> {
    let server = start(running())?;
    let ran = |arguments: &[&str]| -> Result<Ran, Failed> {
        let checkout = alone(server.port(), "")?;
        checkout.edit("warned.fx", "half_way.xyxy", "half_way.xyzw")?;
        checkout.run(arguments)
    };
    let (here, there) = (ran(&["build", "--offline"])?, ran(&["build"])?);
    assert_eq!((here.code, there.code), (Some(1), Some(1)), "{}", there.text);
    here.has("error[compile/glslang]")?;
    there.lacks("remote/")?;
    assert_eq!(messages(&here), messages(&there));
    assert!(server.contents().calls.contains_key("Execute"));
    Ok(())
}

fn slow() -> Result<(), Failed> {
    let server = start(Faults {
        running: Running { is_offered: true, latency: Duration::from_secs(60), ..Running::default() },
        ..Faults::default()
    })?;
    let expected = archive_of(&Checkout::with(CHAIN)?)?;
    let time = |arguments: &[&str]| -> Result<Duration, Failed> {
        let checkout = project(server.port(), "", CHAIN)?;
        let begin = Instant::now();
        checkout.build(arguments)?;
        let took = begin.elapsed();
        assert_eq!(checkout.archive()?, expected);
        Ok(took)
    };
    // Other work on the machine may hold one build up, and not each of several.
    let mut pairs = Vec::new();
    while pairs.len() < 5 {
        let (local, raced) = (time(&["--offline"])?, time(&[])?);
        if raced < local + Duration::from_millis(700) {
            return Ok(());
        }
        pairs.push((local, raced));
    }
    Err(format!("alone, and beside slow machines: {pairs:?}").into())
}

/// A compiler of the project's own, with a file that it reads beside itself; and a script, of which nobody knows what it runs.
fn own_programs() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt as _;
    let server = start(running())?;
    let script = "#!/bin/sh\nfolder=$(dirname \"$0\")\n. \"$folder/library.sh\"\ncopy \"$1\" \"$2\"\n";
    let library = "copy() { /bin/cat \"$1\" >\"$2\"; echo \"ran in ${PWD##*/}\" >>\"$2\"; }\n";
    for (lines, is_sent) in [("remote-files = [\"tools/library.sh\"]\n", true), ("", false)] {
        let chain = format!(
            "[target.dxil]\ncompilers = [\"mine\"]\n[compiler.mine]\nprogram = \"tools/mine\"\nargs = [\"{{input}}\", \"{{output}}\"]\n{lines}"
        );
        let checkout = project(server.port(), &format!("{PATIENT}upload = false\n"), &chain)?;
        std::fs::create_dir(checkout.path("tools"))?;
        std::fs::write(checkout.path("tools/library.sh"), library)?;
        std::fs::write(checkout.path("tools/mine"), script)?;
        std::fs::set_permissions(checkout.path("tools/mine"), std::fs::Permissions::from_mode(0o755))?;
        // Here it runs in a folder with a random name: the result of both is not the same, and that shows where it ran.
        let built = checkout.build(&["--target", "dxil"])?;
        if is_sent {
            built.has(" of them executed remotely")?;
            built.lacks("remote/")?;
        } else {
            built.has("`")?;
            built.has("is a script, and no `remote-files` of `[compiler.mine]` say what it runs")?;
            built.lacks("executed remotely")?;
        }
    }
    Ok(())
}

/// Direct3D's compilers with their libraries: the machine needs Wine and nothing else.
fn direct3d() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt as _;
    harness::direct3d::keep_wine_running()?;
    let server = start(running())?;
    let folder = harness::direct3d::folder();
    let compilers: [(&str, &str, &[&str]); 2] = [
        ("dxil", "dxc", &["dxc.exe", "dxcompiler.dll", "dxil.dll"]),
        ("dx11", "fxc", &["fxc.exe", "d3dcompiler_47.dll"]),
    ];
    for (target, name, files) in compilers {
        let script = format!(
            "#!/bin/sh\nfolder=$(cd \"$(dirname \"$0\")\" && pwd)\n\
             export WINEPREFIX='{}' WINEDEBUG=-all WINEDLLOVERRIDES=d3dcompiler_47=n\n\
             wine \"$folder/{name}.exe\" \"$@\"\ncode=$?\n\
             [ $code -ge 64 ] && [ $code -lt 128 ] && code=$((code - 64))\nexit $code\n",
            folder.join("prefix").display()
        );
        let listed: Vec<String> = files.iter().map(|file| format!("\"tools/{file}\"")).collect();
        let chain = format!(
            "[target.{target}]\ncompilers = [\"{name}\"]\n[compiler.{name}]\nprogram = \"tools/{name}\"\nremote-files = [{}]\n",
            listed.join(", ")
        );
        let with_programs = |checkout: Checkout| -> Result<Checkout, Failed> {
            let checkout = small(checkout)?;
            std::fs::create_dir(checkout.path("tools"))?;
            for file in files {
                std::fs::copy(folder.join(file), checkout.path(&format!("tools/{file}")))?;
            }
            std::fs::write(checkout.path(&format!("tools/{name}")), &script)?;
            let runs = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(checkout.path(&format!("tools/{name}")), runs)?;
            Ok(checkout)
        };
        let checkout = with_programs(project(server.port(), &format!("{PATIENT}upload = false\n"), &chain)?)?;
        let built = checkout.build(&["--target", target])?;
        built.has("3 compiled (3 of them executed remotely)")?;
        built.lacks("remote/")?;
        let local = with_programs(Checkout::with(&chain)?)?;
        local.build(&["--target", target, "--no-cache"])?;
        assert_eq!(checkout.archive()?, local.archive()?, "{name}");
    }
    Ok(())
}

fn settings() -> Result<(), Failed> {
    let rows = [
        ("execute = \"grpc://a:1\"", Some(1), "`remote.execute` needs `remote.cache`"),
        ("cache = \"grpc://127.0.0.1:1\"\nexecute = \"a:1\"", Some(1), "`remote.execute`: the address of the server"),
        ("cache = \"grpc://127.0.0.1:1\"\nbatch = 0", Some(1), "error[discover/"),
        ("cache = \"grpc://127.0.0.1:1\"\n[remote.platform]\nOSFamily = 3", Some(1), "error[discover/wrong-type]"),
        (
            "cache = \"grpc://192.0.2.1:1\"\ntimeout = \"50ms\"\n[remote.headers]\nauthorization = \"SHADER_CACHE_TOKEN\"",
            Some(0),
            "warning[discover/header-without-tls]: the values of `[remote.headers]` can be read on the way to `grpc://192.0.2.1:1`",
        ),
    ];
    for (section, code, said) in rows {
        let checkout = Checkout::with(&format!("[remote]\n{section}\n"))?;
        let ran = Ran::of(&checkout.command(&["build"]).env("SHADER_CACHE_TOKEN", "Bearer s3cret-of-all").output()?);
        assert_eq!(ran.code, code, "{section}\n{}", ran.text);
        ran.has(said)?;
        ran.lacks("s3cret")?;
        assert!(ran.text.matches("header-without-tls").count() <= 1, "{}", ran.text);
    }
    let file = Checkout::with("[compiler.dxc]\nremote-files = [\"gone.so\"]\n")?.run(&["build"])?;
    file.has("error[discover/no-such-file]: there is no file `gone.so`")?;
    let server = start(running())?;
    let checkout = project(server.port(), "", "")?;
    checkout.run(&["doctor"])?.has("it runs compilers, answered in ")?;
    checkout.run(&["doctor", "--message-format", "json"])?.has("\"reason\":\"remote_execution\"")?;
    server.set_faults(Faults::default());
    checkout.run(&["doctor"])?.has("it does not run actions, or not for this client")
}
