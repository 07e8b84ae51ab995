//! The options that a project, a shader and a branch can set: the table of the reference, and its values as [`Options`].

use super::options::{Options, STANDARD_LIGHTS};
use crate::dialect::{GeneratorOption, OptionKind, OptionValues, SWITCH};

/// Folders with node libraries, instead of those of the machine.
pub const LIBRARIES: &str = "libraries";
/// Folders with a project's own nodes, beside the node library.
pub const NODES: &str = "nodes";
/// Ids of light shaders with their definitions.
pub const LIGHTS: &str = "lights";

/// An option of which a branch may have the name.
const fn of_branch(
    name: &'static str,
    takes: OptionKind,
    default: &'static str,
    about: &'static str,
) -> GeneratorOption {
    GeneratorOption { name, takes, is_branch: true, about, default }
}

/// An option of the whole shader.
const fn fixed(name: &'static str, takes: OptionKind, default: &'static str, about: &'static str) -> GeneratorOption {
    GeneratorOption { name, takes, is_branch: false, about, default }
}

const OFF: &str = "\"off\"";
const ON: &str = "\"on\"";

/// Keys of `[materialx]`, of `options` of `MaterialX.generate`, and names of branches.
pub const OPTIONS: &[GeneratorOption] = &[
    fixed(LIBRARIES, OptionKind::List, "[]", "Folders of the node library; empty: that of the machine."),
    fixed(NODES, OptionKind::List, "[]", "Folders with nodes of the project, beside the node library."),
    fixed(
        LIGHTS,
        OptionKind::List,
        "[\"1=ND_point_light\", \"2=ND_directional_light\", \"3=ND_spot_light\"]",
        "Light shaders: \"ID=DEFINITION\".",
    ),
    of_branch(
        "interface",
        OptionKind::Word(&["complete", "reduced"]),
        "\"complete\"",
        "Which inputs are uniforms: all that a host can set, or those of graphs alone.",
    ),
    of_branch(
        "environment",
        OptionKind::Word(&["none", "fis", "prefilter"]),
        "\"fis\"",
        "Reflections of the environment: none, sampled, or from prefiltered maps.",
    ),
    of_branch(
        "albedo",
        OptionKind::Word(&["analytic", "table", "monte_carlo"]),
        "\"analytic\"",
        "How the directional albedo is found.",
    ),
    of_branch(
        "transmission",
        OptionKind::Word(&["refraction", "opacity"]),
        "\"refraction\"",
        "What transmitted light adds to: the colour, or the transparency.",
    ),
    of_branch("airy_iterations", OptionKind::Number(64), "2", "Iterations of thin-film interference."),
    of_branch("max_lights", OptionKind::Number(1024), "3", "Lights at most; 0: no code for lights."),
    of_branch("transparency", SWITCH, OFF, "Whether the result has an alpha, with a threshold."),
    of_branch("srgb_encode", SWITCH, OFF, "Whether the result is encoded as sRGB."),
    of_branch("shadow_map", SWITCH, OFF, "Whether the first light has a shadow map."),
    of_branch("ambient_occlusion", SWITCH, OFF, "Whether a map of ambient occlusion is read."),
    of_branch("write_depth_moments", SWITCH, OFF, "Whether moments of the depth are written instead of the surface."),
    of_branch("write_albedo_table", SWITCH, OFF, "Whether the table of albedos is written instead of the surface."),
    of_branch("write_env_prefilter", SWITCH, OFF, "Whether a prefiltered map is written instead of the surface."),
    of_branch("normalize_udim", SWITCH, OFF, "Whether tiles of a UDIM set are one picture."),
    of_branch("implicit_bitangents", SWITCH, ON, "Whether bitangents follow from normals and tangents."),
    of_branch("vertical_flip", SWITCH, OFF, "Whether textures are upside down."),
    of_branch("elide_constants", SWITCH, ON, "Whether constant nodes become values of what reads them."),
    of_branch("premultiplied_bsdf_add", SWITCH, ON, "Whether mixes of BSDFs are weighted sums."),
    of_branch("distribute_layer_over_mix", SWITCH, OFF, "Whether a layer over a mix is a mix of layers."),
    of_branch("color_transforms", SWITCH, ON, "Whether colours are transformed to the target's colour space."),
    fixed("target_colorspace", OptionKind::Text, "\"\"", "Colour space of the shader; \"\": the document's."),
    fixed("target_distance_unit", OptionKind::Text, "\"\"", "Unit of lengths in the shader; \"\": not converted."),
    fixed("split_samplers", SWITCH, OFF, "Whether textures and samplers are bound apart."),
    fixed("binding_base", OptionKind::Number(65_536), "0", "The first binding."),
    fixed("float_precision", OptionKind::Number(17), "6", "Decimals of numbers in the text."),
    fixed("strict", SWITCH, OFF, "Whether warnings about colour spaces, units and versions are errors."),
    fixed(
        "canonical_names",
        SWITCH,
        OFF,
        "Whether uniforms are named by definitions instead of nodes, so that materials share shaders: \"on\" in MaterialX.generate.",
    ),
];

impl Options {
    /// The defaults with the values that a project, a shader and its branches set.
    ///
    /// # Errors
    /// What is wrong with a value.
    pub fn with(values: &OptionValues) -> Result<Options, String> {
        let mut options = Options::default();
        for (name, values) in values {
            if [LIBRARIES, NODES, LIGHTS].contains(&name.as_str()) {
                continue;
            }
            options.set(name, values.last().map_or("", String::as_str))?;
        }
        options.lights = match values.get(LIGHTS).filter(|lights| !lights.is_empty()) {
            Some(lights) => lights.iter().map(|light| bound_light(light)).collect::<Result<_, _>>()?,
            None => STANDARD_LIGHTS.iter().map(|(id, name)| (*id, (*name).to_owned())).collect(),
        };
        Ok(options)
    }
}

/// The id and the definition of a light shader.
///
/// # Errors
/// The text is not `ID=DEFINITION`.
pub fn bound_light(text: &str) -> Result<(u32, String), String> {
    let bound = text.split_once('=').and_then(|(id, name)| Some((id.trim().parse().ok()?, name.trim().to_owned())));
    bound.ok_or_else(|| format!("a light is ID=DEFINITION, not `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table and `Options::set` agree on names, values and defaults.
    #[test]
    fn each_option_of_a_text_is_in_the_table() {
        let defaults = Options { lights: Vec::new(), ..Options::default() };
        for name in Options::NAMES {
            let option = OPTIONS.iter().find(|option| option.name == name);
            let option = option.unwrap_or_else(|| panic!("{name} is not in the table"));
            let mut options = defaults.clone();
            let default = option.default.trim_matches('"');
            assert_eq!(options.set(name, default), Ok(()), "{name} = {default}");
            assert_eq!(options, defaults, "the default of {name} is {default}");
            match option.takes {
                OptionKind::Word(words) => {
                    for word in words {
                        assert_eq!(options.set(name, word), Ok(()), "{name} = {word}");
                    }
                    options.set(name, "nothing").unwrap_err();
                }
                OptionKind::Number(most) => {
                    assert_eq!(options.set(name, &most.to_string()), Ok(()));
                    options.set(name, &(most + 1).to_string()).unwrap_err();
                }
                OptionKind::Text => {}
                OptionKind::List => panic!("{name} is a list"),
            }
        }
        assert_eq!(OPTIONS.len(), Options::NAMES.len() + 3, "libraries, nodes and lights are no part of `set`");
    }
}
