//! The options of the allocator, as the program has them.

#![allow(clippy::print_stdout)] // How a build script talks to cargo.

fn main() {
    const OPTIONS: &str = "../../src/malloc_conf.c";
    println!("cargo::rerun-if-changed={OPTIONS}");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        let objects = cc::Build::new().file(OPTIONS).cargo_metadata(false).compile_intermediates();
        objects.iter().for_each(|object| println!("cargo::rustc-link-arg-bins={}", object.display()));
    }
}
