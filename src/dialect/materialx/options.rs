//! Options of the generator, in one table: names, values, defaults.

/// How many of a material's inputs are uniforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interface {
    Complete,
    Reduced,
}

/// How the environment's reflection is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Environment {
    None,
    /// Filtered importance sampling.
    Fis,
    /// Maps that were filtered before.
    Prefilter,
}

/// How the directional albedo is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Albedo {
    Analytic,
    Table,
    MonteCarlo,
}

/// What a transmitting surface does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transmission {
    Refraction,
    Opacity,
}

/// The options of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub target: String,
    pub interface: Interface,
    pub environment: Environment,
    pub albedo: Albedo,
    pub transmission: Transmission,
    pub airy_iterations: u32,
    /// 0: no code for lights.
    pub max_lights: u32,
    pub transparency: bool,
    pub srgb_encode: bool,
    pub shadow_map: bool,
    pub ambient_occlusion: bool,
    pub write_depth_moments: bool,
    pub write_albedo_table: bool,
    pub write_env_prefilter: bool,
    /// Texture coordinates of the tiles of a UDIM set become those of one picture.
    pub normalize_udim: bool,
    pub implicit_bitangents: bool,
    pub vertical_flip: bool,
    pub elide_constants: bool,
    pub premultiplied_bsdf_add: bool,
    pub distribute_layer_over_mix: bool,
    pub color_transforms: bool,
    /// Empty: the document's, else `lin_rec709`.
    pub target_colorspace: String,
    /// Empty: lengths are not converted.
    pub target_distance_unit: String,
    pub split_samplers: bool,
    pub binding_base: u32,
    /// Decimals of floats.
    pub float_precision: u32,
    /// Warnings about colour spaces, units and versions are errors.
    pub strict: bool,
    /// Nodes are named by their definition and their place in the order, so that documents of equal structure have
    /// equal shaders.
    pub canonical_names: bool,
    /// Definitions of light shaders with the ids that the host gives them, ascending.
    pub lights: Vec<(u32, String)>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            target: "genglsl".to_owned(),
            interface: Interface::Complete,
            environment: Environment::Fis,
            albedo: Albedo::Analytic,
            transmission: Transmission::Refraction,
            airy_iterations: 2,
            max_lights: 3,
            transparency: false,
            srgb_encode: false,
            shadow_map: false,
            ambient_occlusion: false,
            write_depth_moments: false,
            write_albedo_table: false,
            write_env_prefilter: false,
            normalize_udim: false,
            implicit_bitangents: true,
            vertical_flip: false,
            elide_constants: true,
            premultiplied_bsdf_add: true,
            distribute_layer_over_mix: false,
            color_transforms: true,
            target_colorspace: String::new(),
            target_distance_unit: String::new(),
            split_samplers: false,
            binding_base: 0,
            float_precision: 6,
            strict: false,
            canonical_names: false,
            lights: Vec::new(),
        }
    }
}

/// The light shaders of the node library with their usual ids.
pub const STANDARD_LIGHTS: [(u32, &str); 3] =
    [(1, "ND_point_light"), (2, "ND_directional_light"), (3, "ND_spot_light")];

/// What a value of an option sets.
enum Slot<'o> {
    Flag(&'o mut bool),
    Number(&'o mut u32, u32),
    Text(&'o mut String),
    Choice(&'static [&'static str], Box<dyn FnMut(usize) + 'o>),
}

impl Options {
    /// The names of all options that [`Options::set`] takes.
    pub const NAMES: [&'static str; 27] = [
        "airy_iterations",
        "albedo",
        "ambient_occlusion",
        "binding_base",
        "canonical_names",
        "color_transforms",
        "distribute_layer_over_mix",
        "elide_constants",
        "environment",
        "float_precision",
        "implicit_bitangents",
        "interface",
        "max_lights",
        "normalize_udim",
        "premultiplied_bsdf_add",
        "shadow_map",
        "split_samplers",
        "srgb_encode",
        "strict",
        "target_colorspace",
        "target_distance_unit",
        "transmission",
        "transparency",
        "vertical_flip",
        "write_albedo_table",
        "write_depth_moments",
        "write_env_prefilter",
    ];

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        const INTERFACES: [Interface; 2] = [Interface::Complete, Interface::Reduced];
        const ENVIRONMENTS: [Environment; 3] = [Environment::None, Environment::Fis, Environment::Prefilter];
        const ALBEDOS: [Albedo; 3] = [Albedo::Analytic, Albedo::Table, Albedo::MonteCarlo];
        const TRANSMISSIONS: [Transmission; 2] = [Transmission::Refraction, Transmission::Opacity];
        Some(match name {
            "interface" => Slot::Choice(&["complete", "reduced"], Box::new(|at| self.interface = INTERFACES[at])),
            "environment" => {
                Slot::Choice(&["none", "fis", "prefilter"], Box::new(|at| self.environment = ENVIRONMENTS[at]))
            }
            "albedo" => Slot::Choice(&["analytic", "table", "monte_carlo"], Box::new(|at| self.albedo = ALBEDOS[at])),
            "transmission" => {
                Slot::Choice(&["refraction", "opacity"], Box::new(|at| self.transmission = TRANSMISSIONS[at]))
            }
            "airy_iterations" => Slot::Number(&mut self.airy_iterations, 64),
            "max_lights" => Slot::Number(&mut self.max_lights, 1024),
            "binding_base" => Slot::Number(&mut self.binding_base, 65_536),
            "float_precision" => Slot::Number(&mut self.float_precision, 17),
            "transparency" => Slot::Flag(&mut self.transparency),
            "srgb_encode" => Slot::Flag(&mut self.srgb_encode),
            "shadow_map" => Slot::Flag(&mut self.shadow_map),
            "ambient_occlusion" => Slot::Flag(&mut self.ambient_occlusion),
            "write_depth_moments" => Slot::Flag(&mut self.write_depth_moments),
            "write_albedo_table" => Slot::Flag(&mut self.write_albedo_table),
            "write_env_prefilter" => Slot::Flag(&mut self.write_env_prefilter),
            "normalize_udim" => Slot::Flag(&mut self.normalize_udim),
            "implicit_bitangents" => Slot::Flag(&mut self.implicit_bitangents),
            "vertical_flip" => Slot::Flag(&mut self.vertical_flip),
            "elide_constants" => Slot::Flag(&mut self.elide_constants),
            "premultiplied_bsdf_add" => Slot::Flag(&mut self.premultiplied_bsdf_add),
            "distribute_layer_over_mix" => Slot::Flag(&mut self.distribute_layer_over_mix),
            "color_transforms" => Slot::Flag(&mut self.color_transforms),
            "split_samplers" => Slot::Flag(&mut self.split_samplers),
            "canonical_names" => Slot::Flag(&mut self.canonical_names),
            "strict" => Slot::Flag(&mut self.strict),
            "target_colorspace" => Slot::Text(&mut self.target_colorspace),
            "target_distance_unit" => Slot::Text(&mut self.target_distance_unit),
            _ => return None,
        })
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let slot = self.slot(name).ok_or_else(|| format!("there is no option `{name}`"))?;
        match slot {
            Slot::Flag(flag) => match value {
                "true" | "on" | "1" => *flag = true,
                "false" | "off" | "0" => *flag = false,
                _ => return Err(format!("`{name}` is true or false, not `{value}`")),
            },
            Slot::Number(number, most) => match value.parse() {
                Ok(value) if value <= most => *number = value,
                _ => return Err(format!("`{name}` is a number from 0 to {most}, not `{value}`")),
            },
            Slot::Text(text) => value.clone_into(text),
            Slot::Choice(words, mut set) => match words.iter().position(|word| *word == value) {
                Some(at) => set(at),
                None => return Err(format!("`{name}` is {}, not `{value}`", words.join(", "))),
            },
        }
        Ok(())
    }

    /// The option is true or false.
    pub fn is_flag(name: &str) -> bool {
        matches!(Options::default().slot(name), Some(Slot::Flag(_)))
    }
}
