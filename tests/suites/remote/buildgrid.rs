//! A server that others wrote: BuildGrid, on the loopback device; here as a cache, in `farm` with machines that run actions.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use super::{Checkout, PATIENT, fill, trial};
use crate::harness::{self, Random};

pub fn trials() -> Vec<Trial> {
    let needs = |trial| {
        harness::needs_that("BuildGrid: run `cargo xtask install`", packages().join("installed").is_file(), trial)
    };
    vec![
        needs(trial("buildgrid_gives_a_clean_checkout_everything", clean_checkout)),
        needs(trial("buildgrid_killed_during_builds", killed)),
    ]
}

/// The folder of its Python packages.
pub fn packages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/outside/buildgrid")
}

/// A running server; it is killed when it is dropped.
pub struct BuildGrid {
    child: Child,
    pub port: u16,
    /// Its configuration and its blobs.
    _folder: tempfile::TempDir,
}

/// The sections of a server that also runs actions. `DATABASE`: the address of its database.
const SCHEDULER: &str = "connections:
  - !sql-connection &sql
    connection-string: DATABASE
    pool-size: 5
    max-overflow: 10
schedulers:
  - !sql-scheduler &scheduler
    sql: *sql
    storage: *blobs
    action-cache: *results
    property-set:
      !dynamic-property-set
      match-property-keys: [OSFamily]
    assigners:
      - !priority-age-assigner
        count: 1
        interval: 0.05
";

const EXECUTION: &str = "      - !execution
        scheduler: *scheduler
        operation-stream-keepalive-timeout: 120
";

impl BuildGrid {
    /// A cache alone.
    fn start() -> Result<BuildGrid, Failed> {
        BuildGrid::with("connections: []\nschedulers: []\n", "")
    }

    /// A server that also runs actions.
    pub fn with_scheduler(database: &str) -> Result<BuildGrid, Failed> {
        BuildGrid::with(&SCHEDULER.replace("DATABASE", database), EXECUTION)
    }

    fn with(scheduler: &str, execution: &str) -> Result<BuildGrid, Failed> {
        let folder = tempfile::tempdir()?;
        // Another program can take the port before the server does; then the server ends, and the trial fails.
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let blobs = folder.path().join("blobs");
        std::fs::create_dir(&blobs)?;
        let text = format!(
            "server:\n  - !channel\n    address: \"127.0.0.1:{port}\"\n    insecure-mode: true\n\
             description: a server for tests\nauthorization:\n  method: none\n\
             storages:\n  - !disk-storage &blobs\n    path: {}\n\
             caches:\n  - !lru-action-cache &results\n    storage: *blobs\n    max-cached-refs: 100000\n\
             \x20   allow-updates: true\n    cache-failed-actions: false\n{scheduler}\
             instances:\n  - name: ''\n    storages: [*blobs]\n    services:\n      - !action-cache\n        cache: *results\n\
             \x20     - !cas\n        storage: *blobs\n      - !bytestream\n        storage: *blobs\n{execution}thread-pool-size: 30\n",
            blobs.display()
        );
        let config = folder.path().join("cache.yml");
        std::fs::write(&config, text)?;
        let mut command = Command::new("python3");
        command.env("PYTHONPATH", packages()).arg(packages().join("bin/bgd")).args(["server", "start"]).arg(&config);
        command.stdin(Stdio::null());
        let log = std::fs::File::create(folder.path().join("log"))?;
        command.stdout(log.try_clone()?).stderr(log);
        let mut started = BuildGrid { child: command.spawn()?, port, _folder: folder };
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if begin.elapsed() > Duration::from_secs(60) || started.child.try_wait()?.is_some() {
                let log = std::fs::read_to_string(started._folder.path().join("log"))?;
                return Err(format!("BuildGrid does not start:\n{log}").into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(started)
    }
}

impl Drop for BuildGrid {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = (self.child.kill(), self.child.wait());
    }
}

fn clean_checkout() -> Result<(), Failed> {
    let server = BuildGrid::start()?;
    let filling = fill(server.port)?;
    let other = Checkout::new(server.port, PATIENT)?;
    let built = other.build(&["--explain"])?;
    built.has("quad.fx.lua for spirv: taken from the remote cache")?;
    built.has(": 0 compiled, ")?;
    built.lacks("remote/")?;
    assert_eq!(other.archive()?, filling.archive()?);
    assert_eq!(other.archive()?, Checkout::expected()?);
    other.run(&["doctor"])?.has("results are read and stored")?;
    let edited = Checkout::new(server.port, PATIENT)?;
    edited.edit("warned.fx", "bool g_bBright;", "// A comment.\nbool g_bBright;")?;
    edited.build(&[])?.has(": 0 compiled, ")
}

fn killed() -> Result<(), Failed> {
    let expected = Checkout::expected()?;
    let mut random = Random::new(26);
    for _ in 0..3 {
        let server = BuildGrid::start()?;
        fill(server.port)?;
        let taking = Checkout::new(server.port, &format!("{PATIENT}timeout = \"2s\"\n"))?;
        let mut child = taking.command(&["build"]).stderr(Stdio::null()).spawn()?;
        std::thread::sleep(Duration::from_millis(random.below(120) as u64));
        drop(server);
        assert!(child.wait()?.success());
        assert_eq!(taking.archive()?, expected);
    }
    Ok(())
}
