//! Repository chores: `cargo xtask <verb>`. The whole of CI is `cargo xtask test`, so it runs on a laptop too.

mod dist;
mod install;
mod steps;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <verb>
  main      install a C++ compiler, then build shaders/ into shaders/shaders.fxo
  test      install what the tests need, then run every check: format, lints, tests, docs, the main job;
            `--all` adds what takes too long for every change: all variants, exhaustive comparisons, killed builds, coverage
  install   only the installation of `test`
  hostile   build hostile inputs with an optimised program under 1 GiB and 20 s each, and print what became of them
  bless     rewrite the expected files of the golden tests
  dist [--built DIR] [--output DIR]
            what users install as one tar in target/dist: programs, man pages, completions, the C interface, licences; `--built` takes
            programs and libraries from a folder instead of building them
  packages  make the packages that are published, and build each from what is in it
  coverage DIR [options]
            every entry point of a folder of HLSL through a compiler, the reference and the software Vulkan device;
            `glslang` for DIR fetches the tests of Debian's source package
";

fn main() -> ExitCode {
    let verb = std::env::args().nth(1).unwrap_or_default();
    let result = match verb.as_str() {
        "main" => steps::main_job(),
        "test" => match std::env::args().nth(2).as_deref() {
            None => steps::test(false),
            Some("--all") => steps::test(true),
            Some(_) => Err(HELP.to_owned()),
        },
        "install" => install::for_tests(),
        "hostile" => steps::hostile(),
        "bless" => steps::bless(),
        "dist" => dist::dist(&std::env::args().skip(2).collect::<Vec<_>>()),
        "packages" => steps::packages(),
        "coverage" => steps::coverage(std::env::args().skip(2).collect(), false),
        _ => Err(HELP.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            steps::say(&message);
            ExitCode::FAILURE
        }
    }
}
