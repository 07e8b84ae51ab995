//! Servers that are slow, wrong, full or gone: the build is right, and hardly later.

use std::path::Path;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use uberc::cache::{Cache, CacheOptions, Kind, UnitLists, Wanted};
use uberc::model::{ActionCache, Digest};
use uberc_remote_server::Faults;

use super::proxy::Proxy;
use super::{Checkout, PATIENT, fill, start, trial};
use crate::harness::Random;

pub fn trials() -> Vec<Trial> {
    vec![
        trial("wrong_and_missing_bytes_are_made_here", wrong_bytes),
        trial("lists_that_lead_out_of_the_project", forged_lists),
        trial("a_server_that_dies_at_any_call", dies),
        trial("a_connection_that_breaks_at_any_byte", breaks),
        trial("a_slow_server_does_not_hold_a_build_up", slow),
        trial("without_a_server", no_server),
        trial("a_wrong_result_is_found_by_recompiling", poisoned),
    ]
}

fn wrong_bytes() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let expected = fill(server.port())?.archive()?;
    for faults in [
        Faults { wrong_bytes: true, ..Faults::default() },
        Faults { truncated: true, ..Faults::default() },
        Faults { lost_blobs: true, ..Faults::default() },
    ] {
        let shown = format!("{faults:?}");
        server.set_faults(faults);
        let built = Checkout::new(server.port(), &format!("{PATIENT}upload = false\n"))?;
        let ran = built.build(&[])?;
        ran.has("warning[remote/damaged]")?;
        ran.lacks(": 0 compiled, ")?;
        assert_eq!(built.archive()?, expected, "{shown}");
        built.run(&["cache", "verify"])?.has("0 of them broken")?;
    }
    // What was lost is stored again, and then it is there.
    server.set_faults(Faults { lost_blobs: true, ..Faults::default() });
    server.contents().blobs.clear();
    Checkout::new(server.port(), PATIENT)?.build(&[])?;
    server.set_faults(Faults::default());
    let healed = Checkout::new(server.port(), PATIENT)?;
    let ran = healed.build(&[])?;
    ran.has(": 0 compiled, ")?;
    ran.lacks("remote/")
}

/// A list of files that is right in all digests, and has this machine's other files read.
fn forged_lists() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let expected = fill(server.port())?.archive()?;
    for outside in ["/etc/passwd", "../../../../etc/passwd", "include/../../secret.txt"] {
        let forged = UnitLists { lists: vec![vec![outside.into()]], cost_us: 0 };
        let wanted = Wanted { kind: Kind::UnitLists, key: Digest::of(b"any unit") };
        let file = forged.entry(wanted).and_then(|mut entry| entry.files.next()?.bytes);
        assert!(server.replace_file("lists", &file.ok_or("a list has bytes")?) > 0);
        let taking = Checkout::new(server.port(), &format!("{PATIENT}upload = false\n"))?;
        let built = taking.build(&[])?;
        built.has("warning[remote/damaged]")?;
        built.has("the first because the lists cannot be read")?;
        built.lacks(outside)?;
        assert_eq!(taking.archive()?, expected, "{outside}");
    }
    Ok(())
}

fn dies() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let expected = fill(server.port())?.archive()?;
    let mut random = Random::new(24);
    for _ in 0..10 {
        let dies_after = Some(random.below(16) as u64);
        server.set_faults(Faults { dies_after, ..Faults::default() });
        let taking = Checkout::new(server.port(), PATIENT)?;
        taking.build(&[])?;
        assert_eq!(taking.archive()?, expected, "{dies_after:?}");
    }
    // The same while results are stored.
    for _ in 0..10 {
        let dies_after = Some(random.below(30) as u64);
        let empty = start(Faults { dies_after, ..Faults::default() })?;
        let storing = Checkout::new(empty.port(), "upload-wait = \"60s\"\n")?;
        storing.build(&[])?;
        assert_eq!(storing.archive()?, expected, "{dies_after:?}");
        empty.set_faults(Faults::default());
        let next = Checkout::new(empty.port(), PATIENT)?;
        next.build(&[])?.lacks("remote/")?;
        assert_eq!(next.archive()?, expected, "{dies_after:?}");
    }
    Ok(())
}

fn breaks() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let expected = fill(server.port())?.archive()?;
    let mut random = Random::new(25);
    for _ in 0..10 {
        let bytes = random.below(40_000);
        let proxy = Proxy::start(server.port(), Duration::ZERO, Some(bytes))?;
        let taking = Checkout::new(proxy.port(), PATIENT)?;
        taking.build(&[])?;
        assert_eq!(taking.archive()?, expected, "{bytes} bytes");
    }
    Ok(())
}

/// How much longer a build may take beside the other trials: what is measured is a wait, and not a share.
const SLACK: Duration = Duration::from_millis(700);

fn slow() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let expected = fill(server.port())?.archive()?;
    let time = |lines: &str, port: u16, arguments: &[&str]| -> Result<Duration, Failed> {
        let checkout = Checkout::new(port, lines)?;
        let begin = Instant::now();
        checkout.build(arguments)?;
        let took = begin.elapsed();
        assert_eq!(checkout.archive()?, expected);
        Ok(took)
    };
    let alone = time("", server.port(), &["--offline"])?;
    for latency in [50, 1000, 60_000].map(Duration::from_millis) {
        let proxy = Proxy::start(server.port(), latency, None)?;
        let took = time("", proxy.port(), &[])?;
        assert!(took < alone + SLACK, "{latency:?}: {took:?}, alone {alone:?}");
    }
    Ok(())
}

fn no_server() -> Result<(), Failed> {
    let closed = start(Faults::default())?.port();
    let checkout = Checkout::new(closed, "")?;
    let ran = checkout.build(&["--deny-warnings", "-W", "hlsl/truncation=allow"])?;
    ran.has("warning[remote/given-up]")?;
    assert_eq!(ran.text.matches("remote/given-up").count(), 1);
    assert_eq!(checkout.archive()?, Checkout::expected()?);
    Ok(())
}

/// A result that was made wrong and stored right: all its digests hold.
fn poisoned() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let bad = Checkout::new(server.port(), PATIENT)?;
    bad.build(&["--offline"])?;
    let (cache, _) = Cache::open(&bad.path(".uberc"), CacheOptions::default());
    let mut changed = 0;
    for entry in walkdir::WalkDir::new(cache.actions()) {
        let entry = entry?;
        let folder = entry.path().parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let digest = Digest::from_hex(&format!("{folder}{}", entry.file_name().to_string_lossy()));
        let Some(key) = digest.and_then(|digest| cache.stored_key(&digest)) else { continue };
        let Some(mut result) = cache.get(&key).filter(|_| key.field("kind") == Some("artifact")) else { continue };
        // The third word of SPIR-V names the program that wrote it.
        result.output[8] ^= 1;
        cache.put(&key, &result);
        changed += 1;
    }
    assert!(changed > 0);
    drop(cache);
    std::fs::remove_dir_all(bad.path(".uberc/units"))?;
    std::fs::remove_file(bad.path("shaders.fxo"))?;
    bad.build(&[])?;
    let victim = Checkout::new(server.port(), PATIENT)?;
    let ran = victim.build(&["--explain"])?;
    ran.has("quad.fx.lua for spirv: taken from the remote cache")?;
    ran.lacks("remote/")?;
    assert_ne!(victim.archive()?, Checkout::expected()?);
    let verified = victim.run(&["cache", "verify", "--recompile", "100"])?;
    verified.has("stored otherwise than compiled: the record of quad.fx.lua")?;
    verified.has("the cache cannot be trusted")?;
    assert_eq!(verified.code, Some(3));
    Ok(())
}
