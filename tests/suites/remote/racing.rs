//! Questions while this machine works: asked once for the whole build, and no longer than somebody waits for the answer.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use uberc::cache::RemoteMode;
use uberc::dialect::Registry;
use uberc::pipeline::{BuildContext, BuildRequest, Events, ProjectCache, build};
use uberc::report::Report;
use uberc_remote::{ActionName, Client, Config, Entry, Lookup, Tls};
use uberc_remote_server::{Faults, Server};

use super::{Checkout, PATIENT, fill, start, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("a_question_that_is_dropped_ends_its_calls", dropped),
        trial("uploads_leave_calls_to_questions_until_the_end", uploads),
        trial("lists_come_with_the_answer_or_after_it", inlined),
        trial("units_of_later_batches_arrive_while_earlier_ones_are_made", later_batches),
    ]
}

/// How long a trial waits for what must happen before it fails.
const DEADLINE: Duration = Duration::from_secs(60);

fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) -> Result<(), Failed> {
    let begin = Instant::now();
    while !is_true() {
        if begin.elapsed() > DEADLINE {
            return Err(format!("this did not happen: {what}").into());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

/// Calls that the clients of these trials may have under way.
const CALLS: usize = 8;

/// A server that has said what it can do, and never says anything else, with its client.
fn silent() -> Result<(Server, Client), Failed> {
    let server = start(Faults::default())?;
    let client = Client::open(&Config {
        endpoint: format!("grpc://127.0.0.1:{}", server.port()),
        instance: String::new(),
        headers: Vec::new(),
        tls: Tls::default(),
        timeout: 10 * DEADLINE,
        calls: CALLS,
        version: "1",
    })?;
    client.facts()?;
    server.set_faults(Faults { latency: 10 * DEADLINE, ..Faults::default() });
    Ok((server, client))
}

fn dropped() -> Result<(), Failed> {
    let (server, client) = silent()?;
    let (send, receive) = mpsc::channel();
    let lookup = |number| Lookup { name: ActionName { kind: "unit", digest: format!("{number:064x}") }, inline: &[] };
    let question = client.fetch(0, (0..200).map(lookup).collect(), Arc::new(|_| true), send);
    let calls = || server.contents().calls.get("GetActionResult").copied().unwrap_or_default();
    wait_until("the client makes as many calls as it may", || calls() == CALLS as u64)?;
    assert_eq!(server.contents().abandoned, 0);
    drop(question);
    wait_until("the calls end", || server.contents().abandoned == CALLS as u64)?;
    // The tasks that waited for their turn have ended as well, so that nobody can send an answer.
    assert_eq!(receive.recv_timeout(DEADLINE), Err(mpsc::RecvTimeoutError::Disconnected));
    assert_eq!(calls(), CALLS as u64);
    Ok(())
}

fn uploads() -> Result<(), Failed> {
    let (server, client) = silent()?;
    let entry = |number| Entry {
        name: ActionName { kind: "unit", digest: format!("{number:064x}") },
        files: Box::new(std::iter::empty()),
        known_missing: false,
    };
    client.store((0..100).map(entry).collect());
    let calls = || server.contents().calls.values().sum::<u64>();
    wait_until("a quarter of the calls ask about what is to be stored", || calls() == CALLS as u64 / 4)?;
    // The others are for questions.
    let (send, _receive) = mpsc::channel();
    let lookup = |number| Lookup { name: ActionName { kind: "unit", digest: format!("{number:064x}") }, inline: &[] };
    let question = client.fetch(0, (100..200).map(lookup).collect(), Arc::new(|_| true), send);
    wait_until("questions have the other calls", || calls() == CALLS as u64)?;
    drop(question);
    assert_eq!(client.finish(Duration::ZERO).len(), 100);
    // What was dropped was counted, and so is each call that took its place.
    let most = 2 * CALLS as u64 - CALLS as u64 / 4;
    wait_until("at the end all calls store", || calls() == most)?;
    Ok(())
}

/// Many servers do not send files along with results.
fn inlined() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let expected = fill(server.port())?.archive()?;
    for inlines_nothing in [false, true] {
        server.set_faults(Faults { inlines_nothing, ..Faults::default() });
        let taking = Checkout::new(server.port(), &format!("{PATIENT}upload = false\n"))?;
        let built = taking.build(&[])?;
        built.has(": 0 compiled, ")?;
        built.lacks("remote/")?;
        assert_eq!(taking.archive()?, expected);
    }
    // What is sent along is checked like any other file.
    server.set_faults(Faults { wrong_bytes: true, ..Faults::default() });
    let built = Checkout::new(server.port(), &format!("{PATIENT}upload = false\n"))?.build(&[])?;
    built.has("warning[remote/damaged]")?;
    built.has("the bytes of `lists` are not those of their digest")
}

/// More units than one batch has.
const UNITS: usize = 131;

/// A checkout of many units with one variant each.
fn many_units(port: u16, lines: &str) -> Result<Checkout, Failed> {
    let checkout = Checkout::with(&format!("[remote]\ncache = \"grpc://127.0.0.1:{port}\"\n{lines}"))?;
    for name in ["quad.fx", "quad.fx.lua", "warned.fx", "warned.fx.lua"] {
        std::fs::remove_file(checkout.path(name))?;
    }
    for number in 0..UNITS {
        let text =
            format!("RWBuffer<uint> g_Out;\n[numthreads(1, 1, 1)] void Main() {{ g_Out[{number}] = {number}; }}\n");
        let sidecar = format!(
            "local shader = Shader(\"Shader{number}\")\nfunction shader.Specialize(permutation)\n\
             \x20   local technique = Technique()\n    technique.ComputeShader = \"Main\"\n    return technique, permutation\nend\n"
        );
        std::fs::write(checkout.path(&format!("unit_{number:03}.fx")), text)?;
        std::fs::write(checkout.path(&format!("unit_{number:03}.fx.lua")), sidecar)?;
    }
    Ok(checkout)
}

/// Holds the first batch up, before its variants are compiled, until this machine has stored a unit of another machine.
struct HoldsUp {
    units: PathBuf,
}

impl Events for HoldsUp {
    fn variants(&self, _more: usize) {
        let begin = Instant::now();
        let is_empty = |folder: &Path| {
            let files = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
            !files.filter(|entry| entry.file_type().is_file()).any(|_| true)
        };
        while is_empty(&self.units) && begin.elapsed() < DEADLINE {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn variant_done(&self, _failed: bool) {}
}

fn build_here(checkout: &Checkout) -> Report {
    let (context, found) = BuildContext::open_with(&Registry::standard(), &[checkout.path("")]);
    let cache = ProjectCache::open(&context).with_remote(&context, RemoteMode::default());
    let events = HoldsUp { units: checkout.path(".uberc/units") };
    let request = BuildRequest {
        targets: context.project.default_targets.clone(),
        output: None,
        cache: &cache,
        records: cache.records(),
        remote: cache.remote(),
        resident: None,
        cancel: &context.cancel,
        events: &events,
        force: false,
        release: false,
        debug_info: false,
        fail_fast: false,
        observer: None,
    };
    build(&context, found, &request)
}

fn later_batches() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let filling = many_units(server.port(), "upload-wait = \"60s\"\n")?;
    filling.build(&[])?.lacks("remote/")?;
    server.set_faults(Faults::default());
    // This machine begins at once.
    let taking = many_units(server.port(), "upload = false\nwait = \"0s\"\n")?;
    let report = build_here(&taking);
    assert_eq!(report.diagnostics, []);
    assert_eq!(taking.archive()?, filling.archive()?);
    let last = PathBuf::from(format!("unit_{:03}.fx.lua", UNITS - 1));
    let fetched = &report.fetched;
    assert!(fetched.iter().any(|fetched| fetched.unit == last), "{} were fetched", fetched.len());
    // Of each unit the lists and one result, once.
    let asked = server.contents().calls.get("GetActionResult").copied().unwrap_or_default();
    assert!(asked <= 2 * UNITS as u64 + report.summary.variants as u64, "{asked} questions");
    Ok(())
}
