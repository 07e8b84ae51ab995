//! The suites. Each file has `pub fn trials() -> Vec<Trial>`.

mod alike_targets;
mod archive;
mod browser;
mod bsl;
mod cache;
mod capi;
mod cli;
mod compile;
mod compile_process;
mod compile_replay;
mod compile_worker;
mod compiler_choice;
mod create_info;
mod dialects;
mod direct3d;
mod discover;
mod docs;
mod explore;
mod fold_property;
mod folded_is_plain;
mod generated;
mod glsl_analyse;
mod glsl_library;
mod glsl_places;
mod grammar;
mod hlsl_analyse;
mod hlsl_lower;
mod hlsl_overloads;
mod hlsl_tables;
mod hlsl_tree;
mod hostile;
#[cfg(target_os = "linux")]
mod hostile_input;
mod incremental;
mod intrinsics;
mod judge;
mod library;
mod linkage;
mod lower;
mod lsp;
mod materialx;
mod mistakes;
mod pictures;
mod preprocess;
mod psl;
mod releases;
mod remote;
mod report;
mod shared_code;
mod shared_units;
mod sidecar;
mod specialise;
mod spirv_passes;
mod syntax_errors;
mod text_runs;
mod tidy;

use libtest_mimic::Trial;

/// Every test there is.
pub fn all() -> Vec<Trial> {
    [
        archive::trials(),
        browser::trials(),
        bsl::trials(),
        cache::trials(),
        capi::trials(),
        cli::trials(),
        compile::trials(),
        compile_process::trials(),
        compile_replay::trials(),
        compile_worker::trials(),
        compiler_choice::trials(),
        create_info::trials(),
        dialects::trials(),
        direct3d::trials(),
        discover::trials(),
        docs::trials(),
        explore::trials(),
        fold_property::trials(),
        folded_is_plain::trials(),
        generated::trials(),
        glsl_analyse::trials(),
        glsl_library::trials(),
        glsl_places::trials(),
        grammar::trials(),
        hlsl_analyse::trials(),
        hlsl_lower::trials(),
        hlsl_overloads::trials(),
        hlsl_tables::trials(),
        hlsl_tree::trials(),
        hostile::trials(),
        #[cfg(target_os = "linux")]
        hostile_input::trials(),
        incremental::trials(),
        intrinsics::trials(),
        judge::trials(),
        library::trials(),
        linkage::trials(),
        lower::trials(),
        lsp::trials(),
        materialx::trials(),
        mistakes::trials(),
        pictures::trials(),
        preprocess::trials(),
        psl::trials(),
        report::trials(),
        releases::trials(),
        remote::trials(),
        sidecar::trials(),
        shared_code::trials(),
        shared_units::trials(),
        alike_targets::trials(),
        specialise::trials(),
        syntax_errors::trials(),
        text_runs::trials(),
        tidy::trials(),
        spirv_passes::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
