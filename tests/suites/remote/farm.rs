//! BuildGrid with its scheduler: PostgreSQL holds its queue, and `worker.py` is a machine that takes actions from it.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use super::buildgrid::{BuildGrid, packages};
use super::{Checkout, PATIENT, trial};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let there = packages().join("installed").is_file() && postgres("initdb").is_some();
    let farm = trial("buildgrid_runs_compilers", farm);
    let farm = harness::needs("spirv-val", harness::needs("glslangValidator", farm));
    vec![harness::needs_that("BuildGrid and PostgreSQL: run `cargo xtask install`", there, farm)]
}

/// A program of PostgreSQL, which Debian keeps out of `PATH`.
fn postgres(program: &str) -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin").join(program)).collect();
    found.retain(|path| path.is_file());
    found.sort();
    found.pop().or_else(|| harness::find_program(program))
}

/// The user that PostgreSQL runs as where this one may do everything: it refuses to.
const NOBODY: u32 = 65534;

/// A program of PostgreSQL, as a user that it takes.
fn as_user(program: &str, folder: &Path) -> Result<Command, Failed> {
    let path = postgres(program).ok_or_else(|| format!("there is no `{program}`"))?;
    if std::fs::metadata(folder)?.uid() != 0 {
        return Ok(Command::new(path));
    }
    let mut command = Command::new("setpriv");
    command.args([format!("--reuid={NOBODY}"), format!("--regid={NOBODY}"), "--clear-groups".to_owned()]).arg(path);
    Ok(command)
}

/// A database that listens at a socket in a temporary folder.
struct Database {
    server: Child,
    folder: tempfile::TempDir,
}

impl Database {
    fn start() -> Result<Database, Failed> {
        let folder = tempfile::tempdir()?;
        let (data, socket) = (folder.path().join("data"), folder.path().join("socket"));
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
        for inner in [&data, &socket] {
            std::fs::create_dir(inner)?;
            if std::fs::metadata(inner)?.uid() == 0 {
                std::os::unix::fs::chown(inner, Some(NOBODY), Some(NOBODY))?;
            }
        }
        let mut init = as_user("initdb", folder.path())?;
        init.args(["--username=bgd", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", "-D"]).arg(&data);
        let made = init.output()?;
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let mut run = as_user("postgres", folder.path())?;
        run.arg("-D").arg(&data).arg("-k").arg(&socket);
        // No network, and nothing that must outlast the trial.
        run.args(["-h", "", "-c", "fsync=off", "-c", "shared_buffers=16MB"]);
        let log = std::fs::File::create(folder.path().join("log"))?;
        run.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let mut started = Database { server: run.spawn()?, folder };
        let begin = Instant::now();
        while !socket.join(".s.PGSQL.5432").exists() {
            if begin.elapsed() > Duration::from_secs(60) || started.server.try_wait()?.is_some() {
                let log = std::fs::read_to_string(started.folder.path().join("log"))?;
                return Err(format!("PostgreSQL does not start:\n{log}").into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let migrated = Command::new("python3")
            .env("PYTHONPATH", packages())
            .arg(packages().join("bin/bgd"))
            .args(["migrate", "apply", &started.url()])
            .output()?;
        assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
        Ok(started)
    }

    fn url(&self) -> String {
        format!("postgresql+psycopg2://bgd@/postgres?host={}", self.folder.path().join("socket").display())
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // An interrupt ends its processes too; it may have ended by itself.
        let _ = Command::new("kill").args(["-INT", &self.server.id().to_string()]).status();
        let _ = self.server.wait();
    }
}

/// A machine that runs actions; it is killed when it is dropped.
struct Worker(Child);

impl Worker {
    fn start(port: u16, log: &Path) -> Result<Worker, Failed> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites/remote/worker.py");
        let mut command = Command::new("python3");
        command.env("PYTHONPATH", packages()).arg(script).args([&port.to_string(), "OSFamily=Linux"]);
        let log = std::fs::File::create(log)?;
        Ok(Worker(command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()?))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = (self.0.kill(), self.0.wait());
    }
}

const CHAIN: &str = "[target.spirv]\ncompilers = [\"glslangValidator\", \"spirv-opt\", \"spirv-val\"]\n";

fn farm() -> Result<(), Failed> {
    let local = Checkout::with(CHAIN)?;
    local.build(&["--no-cache"])?;
    let database = Database::start()?;
    let server = BuildGrid::with_scheduler(&database.url())?;
    let log = database.folder.path().join("worker.log");
    let worker = Worker::start(server.port, &log)?;
    let project = |lines: &str, system: &str| {
        let address = format!("\"grpc://127.0.0.1:{}\"", server.port);
        Checkout::with(&format!(
            "[remote]\ncache = {address}\nexecute = {address}\nupload = false\n{lines}[remote.platform]\nOSFamily = \"{system}\"\n{CHAIN}"
        ))
    };
    let checkout = project(PATIENT, "Linux")?;
    checkout.run(&["doctor"])?.has("it runs compilers, answered in ")?;
    let built = checkout.build(&[])?;
    if built.has("15 compiled (15 of them executed remotely)").and_then(|()| built.lacks("remote/")).is_err() {
        return Err(format!("{}\n{}", built.text, std::fs::read_to_string(&log)?).into());
    }
    assert_eq!(checkout.archive()?, local.archive()?);
    // The same actions again: the server has their results.
    let again = project(PATIENT, "Linux")?;
    again.build(&[])?.has("15 of them executed remotely")?;
    again.run(&["cache", "stats"])?.has("45 jobs in 3 actions (3 known to the server)")?;
    assert_eq!(again.archive()?, local.archive()?);
    // No machine is of that kind, so that nobody takes the actions.
    let other = project("wait = \"60s\"\nexecute-timeout = \"2s\"\n", "Plan9")?;
    other.build(&[])?.has("warning[remote/not-executed]")?;
    assert_eq!(other.archive()?, local.archive()?);
    drop(worker);
    Ok(())
}
