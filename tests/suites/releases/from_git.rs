//! What users take from the repository by git: programs that `cargo install --git` builds, and the reader as a dependency of a game.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use super::output;
use crate::harness;
use crate::suites::tidy::root;

/// Where the documents leave the address open.
const ADDRESS: &str = "\"URL\"";

pub fn trials() -> Vec<Trial> {
    let both = harness::trial("releases::programs_and_the_reader_come_from_git", || {
        // Of one repository: cargo fetches it once.
        let repository = Repository::create()?;
        install(&repository)?;
        game(&repository)
    });
    vec![harness::needs("git", both)]
}

/// A bare repository with the files of this one, and a folder for cargo's checkouts.
struct Repository {
    place: tempfile::TempDir,
}

impl Repository {
    /// With every file that git does not ignore, committed or not.
    fn create() -> Result<Repository, Failed> {
        let place = tempfile::tempdir()?;
        let (tree, bare) = (place.path().join("tree"), place.path().join("uberc.git"));
        git(Command::new("git").args(["init", "--quiet"]).arg(&tree))?;
        let here = |arguments: &[&str]| {
            let mut command = Command::new("git");
            command.arg("--git-dir").arg(tree.join(".git")).arg("--work-tree").arg(root()).args(arguments);
            git(command.current_dir(root()))
        };
        here(&["add", "--all"])?;
        here(&["-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "--quiet", "--message=all"])?;
        git(Command::new("git").args(["clone", "--quiet", "--bare"]).arg(&tree).arg(&bare))?;
        let repository = Repository { place };
        repository.link_home()?;
        Ok(repository)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn url(&self) -> String {
        format!("file://{}", self.path("uberc.git").display())
    }

    /// The folder in which cargo keeps what it has downloaded, except for checkouts of git: those are of this repository alone.
    fn link_home(&self) -> Result<(), Failed> {
        let user = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo"));
        let from = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(user).ok_or("no folder of cargo's")?;
        let to = self.path("cargo");
        std::fs::create_dir(&to)?;
        for entry in std::fs::read_dir(&from).into_iter().flatten().flatten().filter(|entry| entry.file_name() != "git")
        {
            std::os::unix::fs::symlink(from.join(entry.file_name()), to.join(entry.file_name()))?;
        }
        Ok(())
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).current_dir(self.place.path());
        command.env("CARGO_HOME", self.path("cargo")).env("CARGO_TARGET_DIR", self.path("target"));
        command
    }
}

/// Runs git without the settings of this machine and without a repository around it.
fn git(command: &mut Command) -> Result<String, Failed> {
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        command.env_remove(name);
    }
    output(command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1"))
}

/// The command of the README installs. Building `uberc` takes minutes: an ordinary run installs the program of the workers, which is
/// in the same workspace under the same `Cargo.lock`, and asks what `uberc` would be built from; the run of everything installs `uberc`
/// and builds the library.
fn install(repository: &Repository) -> Result<(), Failed> {
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    assert!(readme.contains("cargo install --locked --git URL uberc"), "the README has another command");
    let url = repository.url();
    let installed = |package: &str, profile: &[&str], program: &str| -> Result<PathBuf, Failed> {
        let mut command = repository.cargo(&["install", "--quiet", "--locked", "--git", &url, package, "--no-track"]);
        output(command.args(profile).arg("--root").arg(repository.path("installed")))?;
        Ok(repository.path("installed/bin").join(program))
    };
    if harness::compares_everything() {
        let uberc = installed("uberc", &[], "uberc")?;
        let version = output(Command::new(&uberc).arg("--version"))?;
        assert_eq!(version.trim(), concat!("uberc ", env!("CARGO_PKG_VERSION")));
        let archive = repository.path("shaders.fxo");
        let mut build = Command::new(&uberc);
        build.args(["build", "shaders", "--target", "spirv,wgsl", "--no-cache", "--output"]).arg(&archive);
        output(build.current_dir(root()))?;
        assert!(archive.is_file());
        return Ok(());
    }
    let worker = installed("uberc-worker", &["--debug"], "uberc-dxc")?;
    let answer = Command::new(worker).arg("--version").env("UBERC_DXCOMPILER", "/nowhere").output()?;
    let said = String::from_utf8_lossy(&answer.stderr).into_owned();
    assert!(said.contains("/nowhere"), "{said}");
    // A file that git ignores, or an entry that `Cargo.lock` lacks, would be found by a user.
    let clone = repository.path("clone");
    git(Command::new("git").args(["clone", "--quiet", &url]).arg(&clone))?;
    let mut tree =
        repository.cargo(&["tree", "--locked", "--package", "uberc", "--edges", "normal,build", "--prefix", "none"]);
    let tree = output(tree.current_dir(&clone))?;
    let has = |name: &str| tree.lines().any(|line| line.starts_with(&format!("{name} v")));
    assert!(has("naga") && has("mlua") && has("uberc-runtime") && !has("mdbook-driver"), "{tree}");
    let listed = |folder: &Path| -> Result<String, Failed> {
        let mut list = repository.cargo(&["package", "--list", "--allow-dirty", "--offline", "--package", "uberc"]);
        let list = output(list.current_dir(folder))?;
        Ok(list.lines().filter(|file| *file != ".cargo_vcs_info.json").map(|file| format!("{file}\n")).collect())
    };
    harness::same("the files of the package", &listed(root())?, &listed(&clone)?)
}

/// The dependency and the program of the README, with an archive of `uberc init`.
fn game(repository: &Repository) -> Result<(), Failed> {
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    let block = |language: &str| -> Result<&str, Failed> {
        let behind = readme.split_once(&format!("```{language}\n")).map(|(_, behind)| behind);
        let block = behind.and_then(|behind| behind.split_once("```")).map(|(block, _)| block);
        Ok(block.ok_or_else(|| format!("the README has no block of `{language}`"))?)
    };
    let (dependency, program) = (block("toml")?, block("rust")?);
    assert!(dependency.contains("uberc-runtime = { git = \"URL\" }"), "{dependency}");
    let game = repository.path("game");
    std::fs::create_dir_all(game.join("src"))?;
    let package = "[package]\nname = \"game\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n";
    let dependency = dependency.replace(ADDRESS, &format!("\"{}\"", repository.url()));
    std::fs::write(game.join("Cargo.toml"), format!("{package}{dependency}"))?;
    std::fs::write(game.join("src/main.rs"), program)?;
    // The versions that are tested here, which are downloaded already.
    std::fs::copy(root().join("Cargo.lock"), game.join("Cargo.lock"))?;
    let uberc = |arguments: &[&str]| {
        output(Command::new(env!("CARGO_BIN_EXE_uberc")).args(arguments).current_dir(repository.place.path()))
    };
    uberc(&["init", "demo"])?;
    uberc(&["build", "demo", "--target", "spirv"])?;
    let printed = output(&mut repository.cargo(&["run", "--quiet", "--manifest-path", "game/Cargo.toml"]))?;
    assert!(printed.starts_with("RenderState {"), "{printed}");
    let lock = std::fs::read_to_string(game.join("Cargo.lock"))?;
    assert!(lock.contains("source = \"git+file://"), "{lock}");
    Ok(())
}
