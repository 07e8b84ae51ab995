//! Targets by the names that users give.

use crate::diag::suggestion;
use crate::model::Target;

/// The target of a name.
///
/// # Errors
/// What to write instead, as a sentence. The name of a platform (`vulkan`, `d3d12`, `opengl`) leads to the targets of that platform.
pub fn target_named(name: &str) -> Result<Target, String> {
    let names = Target::ALL.map(Target::name);
    if let Some(target) = Target::from_name(name) {
        return Ok(target);
    }
    let of_platform = of_platform(name);
    if of_platform.is_empty() {
        return Err(suggestion(name, names).unwrap_or_default());
    }
    let listed: Vec<String> = of_platform.iter().map(|target| format!("`{}`", target.name())).collect();
    Err(format!("For {name}, the target is {}.", listed.join(" or ")))
}

/// The targets whose platform global is named so: `RENDERER_DX12` for `d3d12`.
fn of_platform(name: &str) -> Vec<Target> {
    let name = name.to_lowercase().replace("directx", "dx").replace("direct3d", "dx").replace("d3d", "dx");
    let name = name.replace("opengl", "gl").replace([' ', '-', '_'], "").to_uppercase();
    let is_platform = |target: &Target| target.platform_global().strip_prefix("RENDERER_") == Some(name.as_str());
    Target::ALL.into_iter().filter(is_platform).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_leads_to_its_targets() {
        assert_eq!(target_named("spirv"), Ok(Target::Spirv));
        let told = |name: &str| target_named(name).unwrap_err();
        assert_eq!(told("vulkan"), "For vulkan, the target is `spirv`.");
        assert_eq!(told("D3D12"), "For D3D12, the target is `hlsl` or `dxil`.");
        assert_eq!(told("opengl"), "For opengl, the target is `glsl`.");
        assert_eq!(told("metal"), "For metal, the target is `msl` or `metallib`.");
        assert_eq!(told("spriv"), "Did you mean `spirv`?");
        assert!(told("console").starts_with("Known are: dx11, "));
    }
}
