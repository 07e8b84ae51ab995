//! Shader model profiles: `ps_6_2` is a stage and a shader model.

use super::{Stage, Target};

/// A shader model by its number: `6_2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShaderModel {
    pub major: u32,
    pub minor: u32,
}

/// What dxc has as the minor version of `lib_6_x`.
const OFFLINE_MINOR: u32 = 15;

impl ShaderModel {
    /// The shader model of `6_2`, `ps_6_2`, `lib_6_x` or `ps_4_0_level_9_1`; `None` for a text that names none.
    pub fn of_profile(profile: &str) -> Option<ShaderModel> {
        let mut parts = profile.split('_').skip_while(|part| !part.starts_with(|first: char| first.is_ascii_digit()));
        let major = parts.next()?.parse().ok()?;
        let minor = parts.next()?;
        let minor = if minor == "x" { OFFLINE_MINOR } else { minor.parse().unwrap_or(0) };
        Some(ShaderModel { major, minor })
    }

    /// Whether a project-wide profile of this shader model is meant for the target: each of Direct3D's own compilers
    /// reads some models alone. The embedded compiler reads all.
    pub fn suits(self, target: Target) -> bool {
        match target {
            Target::Dx9 => (1..=3).contains(&self.major),
            Target::Dx11 => (4..=5).contains(&self.major),
            Target::Dxil => self.major >= 6,
            _ => true,
        }
    }
}

/// The letters of a stage in a profile.
pub const fn stage_letters(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vs",
        Stage::Pixel => "ps",
        Stage::Compute => "cs",
        Stage::Hull => "hs",
        Stage::Domain => "ds",
        Stage::Geometry => "gs",
        Stage::Amplification => "as",
        Stage::Mesh => "ms",
    }
}

const STAGE_LETTERS: [&str; 8] = ["vs", "ps", "cs", "hs", "ds", "gs", "as", "ms"];

/// The shader model of techniques for which neither the sidecar nor the project has one: the first that has the stage.
pub const fn default_shader_model(target: Target, stage: Stage) -> &'static str {
    match (target, stage) {
        (Target::Dx9, _) => "3_0",
        (Target::Dx11, _) => "5_0",
        (_, Stage::Amplification | Stage::Mesh) => "6_5",
        _ => "6_0",
    }
}

/// The stage's letters and the version of the technique's profile, else of the target's default: `ps_5_0`. A technique
/// has one profile for all its stages, so that its own letters are ignored. A profile that belongs to no stage
/// (`lib_6_3`) is returned unchanged.
pub fn stage_profile(stage: Stage, profile: Option<&str>, target: Target) -> String {
    let version = match profile {
        Some(profile) => {
            let version = STAGE_LETTERS.iter().find_map(|letters| profile.strip_prefix(letters)?.strip_prefix('_'));
            let version = version.unwrap_or(profile);
            if !version.starts_with(|c: char| c.is_ascii_digit()) {
                return profile.to_owned();
            }
            version
        }
        None => default_shader_model(target, stage),
    };
    format!("{}_{version}", stage_letters(stage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_the_stages_own() {
        let of = |profile| stage_profile(Stage::Pixel, profile, Target::Dx11);
        assert_eq!(of(None), "ps_5_0");
        assert_eq!(of(Some("4_0_level_9_1")), "ps_4_0_level_9_1");
        assert_eq!(of(Some("ps_5_1")), "ps_5_1");
        assert_eq!(of(Some("vs_5_1")), "ps_5_1");
        assert_eq!(of(Some("lib_6_3")), "lib_6_3");
    }

    #[test]
    fn a_profile_has_a_shader_model() {
        let of = |text| ShaderModel::of_profile(text).map(|model| (model.major, model.minor));
        assert_eq!(of("ps_4_0_level_9_1"), Some((4, 0)));
        assert_eq!(of("6_6"), Some((6, 6)));
        assert_eq!(of("lib_6_x"), Some((6, 15)));
        assert_eq!(of("ps_2_a"), Some((2, 0)));
        assert_eq!(of("newest"), None);
        assert_eq!(of("6"), None);
    }
}
