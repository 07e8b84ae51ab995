//! The arguments of `uberc mtlx`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::values::target;
use crate::cli::warnings::Warnings;
use crate::model::Target;

#[derive(Debug, Args)]
pub struct Mtlx {
    #[command(subcommand)]
    pub command: MtlxCommand,
    /// A folder of the node library or of a project's own nodes; can be repeated, the node library first
    #[arg(long, value_name = "DIR", global = true)]
    pub libraries: Vec<PathBuf>,
    #[command(flatten)]
    pub warnings: Warnings,
}

#[derive(Debug, Subcommand)]
pub enum MtlxCommand {
    /// The elements that shaders are made of, and which of them share a shader
    List {
        /// Documents
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Which geometry each material is assigned to
        #[arg(long)]
        assign: bool,
    },
    /// Check documents: elements, types, values, connections
    Validate {
        /// Documents
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// What is in documents
    Info {
        /// Documents
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Write a document of version 1.37 or 1.38 as 1.39; documents are read so in any case
    Upgrade {
        /// The document
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The file to write; default: print it
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Write the vertex and the pixel stage of each element, with the interface as JSON
    Generate(MtlxGenerate),
    /// Draw elements on a sphere or a plane in an environment, with the program `uberc-render`
    Render(MtlxRender),
}

/// What shaders are made of, and how.
#[derive(Debug, Args)]
pub struct MtlxShaders {
    /// Only this element: `material` or `graph/out`
    #[arg(long, value_name = "PATH")]
    pub element: Option<String>,
    /// An option of the generator: `transparency=true`; can be repeated
    #[arg(long = "option", short = 'O', value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Bind a light shader to an id: `1=ND_point_light`; can be repeated. Default: point, directional and spot lights
    /// as 1, 2 and 3
    #[arg(long = "light", value_name = "ID=DEFINITION")]
    pub lights: Vec<String>,
}

#[derive(Debug, Args)]
pub struct MtlxGenerate {
    /// Documents
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// `vulkan-glsl` (`NAME.vert`, `NAME.frag`), `osl` (`NAME.osl`), or targets by name, separated by commas: `NAME.vert.spv`
    #[arg(long, short, value_name = "TARGET", value_delimiter = ',', default_value = "vulkan-glsl", value_parser = mtlx_target)]
    pub target: Vec<MtlxTarget>,
    /// The folder for the files of each element, with `NAME.json`
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
    #[command(flatten)]
    pub shaders: MtlxShaders,
    /// Number of jobs that run at the same time; default: one for each processor
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
}

#[derive(Debug, Args)]
pub struct MtlxRender {
    /// The document
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The picture (PNG); of several elements, `NAME.ELEMENT.png`
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub shaders: MtlxShaders,
    /// What is drawn; default: a sphere for materials, a plane for other outputs
    #[arg(long, value_name = "SHAPE")]
    pub shape: Option<MtlxShape>,
    /// Pixels of a side
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(16..=4096))]
    pub size: u32,
    /// Samples of the environment for each pixel
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub samples: u32,
    /// Set a uniform of the material: `base_color=1,0,0`; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub values: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MtlxShape {
    Sphere,
    Plane,
}

/// What the stages are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MtlxTarget {
    VulkanGlsl,
    Osl,
    Compiled(Target),
}

fn mtlx_target(text: &str) -> Result<MtlxTarget, String> {
    match text {
        "vulkan-glsl" => Ok(MtlxTarget::VulkanGlsl),
        "osl" => Ok(MtlxTarget::Osl),
        name => target(name)
            .map(MtlxTarget::Compiled)
            .map_err(|why| format!("{why} `vulkan-glsl` and `osl` are targets as well.")),
    }
}
