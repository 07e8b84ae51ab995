//! What builds ask of the cache.

use crate::harness::build_counted;
use libtest_mimic::Failed;
use uberc::dialect::Registry;

/// A first build looks for no results. The next one finds each, under the one key that it has.
pub fn first() -> Result<(), Failed> {
    let folder = super::temp();
    let source = |text: &str| std::fs::write(folder.path().join("a.fx"), text);
    source("float4 main() : SV_Target { return 1; }\nfloat4 other() : SV_Position { return 0; }\n")?;
    let sidecar = "local a = Shader(\"A\")\na.Technique.PixelShader = \"main\"\na.Technique.VertexShader = \"other\"\n";
    std::fs::write(folder.path().join("a.fx.lua"), sidecar)?;
    std::fs::write(folder.path().join("uberc.toml"), "targets = [\"spirv\", \"wgsl\"]\n")?;
    let build = || {
        let (report, _, counters) = build_counted(&Registry::standard(), folder.path(), None);
        assert_eq!(report.diagnostics, []);
        counters
    };
    let first = build();
    // Two variants and a unit of each target.
    assert_eq!((first.hits, first.misses, first.stored), (0, 0, 6));
    source("float4 main() : SV_Target { return 1; }\nfloat4 other() : SV_Position { return 2; }\n")?;
    let second = build();
    assert_eq!((second.hits, second.stored), (2, 4));
    Ok(())
}
