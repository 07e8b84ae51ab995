//! Inputs invented for a program, and the jobs that run it with them.
//!
//! **In**: what modules want bound and put out, a seed.
//! **Out**: jobs, and what of their results is compared, by name.
//! **Never**: runs anything.
//!
//! What a resource holds follows from its name, the seed and the layout that the *reference* has: a second program of the same source
//! is given the same bytes, so one that expects another layout computes something else, as it would in a game. Where the reference
//! is known not to lay out buffers as Direct3D does, a second one may be given the same values in Direct3D's places
//! ([`Scene::in_direct3d`]).

mod assembly;
mod content;

use std::collections::BTreeMap;

use crate::batch::{Content, Image, Kind, Module, Stage, Topology, Work};
use crate::format::Format;
use crate::noise;
use crate::packing::Packing;
use crate::partner::{self, Captured};
use crate::shape::{Binding, ImageType, Io, Scalar, Shape, Type, shape};
use assembly::{Build, Output, OutputView};
use content::{picture, texels};

pub use assembly::Prepared;

/// Pixels of a picture. Not square, so that exchanged sides show.
pub const SIZE: [u32; 2] = [64, 48];
/// Descriptor sets of the pixel stage begin here: stages compiled one by one may use the same numbers for different resources. A
/// device need not have more than four of them.
pub(crate) const PIXEL_SETS: u32 = 2;

/// A module and what it wants.
#[derive(Clone, Debug)]
pub struct Part {
    pub module: Module,
    pub shape: Shape,
}

impl Part {
    /// Reads the entry point of this name, or the module's only one.
    pub fn new(spirv: Vec<u8>, entry: &str) -> Result<Part, String> {
        let shape = shape(&spirv, entry)?;
        let module = Module { stage: shape.stage, entry: shape.entry.clone(), spirv };
        Ok(Part { module, shape })
    }
}

/// The world that programs of one source are run in.
#[derive(Clone, Debug)]
pub struct Scene {
    pub seed: u64,
    /// Of buffers, by name.
    layouts: BTreeMap<String, Type>,
    /// Of push constants.
    push: Option<Type>,
    /// Those of them that programs expect elsewhere than the reference does.
    moved: BTreeMap<String, Type>,
    /// Values of members, by their name.
    hints: BTreeMap<String, Vec<f64>>,
    /// What buffers hold, by their name.
    contents: BTreeMap<String, Vec<u8>>,
    /// The reference's variables between stages.
    interface: BTreeMap<(Stage, Way), Vec<Known>>,
    /// Set, binding, kind and name of the reference's resources, in order.
    resources: Vec<(u32, u32, Kind, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    In,
    Out,
}

impl Scene {
    /// For programs that mean what the reference means.
    pub fn of(seed: u64, reference: &[&Shape]) -> Scene {
        let mut scene = Scene {
            seed,
            layouts: BTreeMap::new(),
            push: reference.iter().find_map(|shape| shape.push.clone()),
            moved: BTreeMap::new(),
            hints: BTreeMap::new(),
            contents: BTreeMap::new(),
            interface: BTreeMap::new(),
            resources: Vec::new(),
        };
        for shape in reference {
            for binding in &shape.bindings {
                if matches!(binding.kind, Kind::UniformBuffer | Kind::StorageBuffer) {
                    scene.layouts.entry(binding.name.clone()).or_insert_with(|| binding.ty.clone());
                }
            }
            scene
                .resources
                .extend(shape.bindings.iter().map(|known| (known.set, known.binding, known.kind, known.name.clone())));
            for (way, list) in [(Way::In, &shape.inputs), (Way::Out, &shape.outputs)] {
                scene.interface.insert((shape.stage, way), known(&spread(list)));
            }
        }
        scene
    }

    /// The scene for programs whose buffers lie as Direct3D has them, whatever the reference's do: they get the same values, member
    /// by member, and what they write is read in the same way. A `packoffset` and a `register(c)` are no part of a type, so with
    /// those the offsets are not what they should be.
    pub fn in_direct3d(mut self) -> Scene {
        for (name, layout) in &self.layouts {
            let constants =
                self.resources.iter().any(|(_, _, kind, known)| *kind == Kind::UniformBuffer && known == name);
            // Beside structured buffers there are texture buffers, which are packed as constants.
            let elements = matches!(layout, Type::Struct(members)
                if members.iter().any(|member| matches!(member.ty, Type::Array { count: None, .. })));
            let packing = if constants || !elements { Packing::Rows } else { Packing::Tight };
            let own = packing.of(layout);
            if own != *layout {
                self.moved.insert(name.clone(), own);
            }
        }
        self
    }

    /// The scene with these components for every member of this name (of an array: element after element), where numbers that mean nothing make a picture of nothing.
    pub fn with(mut self, member: &str, components: &[f64]) -> Scene {
        self.hints.insert(member.to_owned(), components.to_vec());
        self
    }

    /// The scene with a buffer that holds these bytes.
    pub fn holding(mut self, buffer: &str, bytes: Vec<u8>) -> Scene {
        self.contents.insert(buffer.to_owned(), bytes);
        self
    }

    /// What a texture of this name holds, for who computes what a shader finds in it. `compares`: depths are compared with it.
    pub fn image(&self, name: &str, ty: &ImageType, compares: bool) -> Result<Image, String> {
        picture(ty, noise::hash(&[noise::name(self.seed, name), 0]), compares, ty.storage)
    }

    /// What a texel buffer of this name holds.
    pub fn texels(&self, name: &str, ty: &ImageType) -> (Format, Vec<u8>) {
        texels(ty, noise::hash(&[noise::name(self.seed, name), 0]))
    }

    /// A few groups of a compute shader.
    pub fn dispatch(&self, part: &Part) -> Result<Prepared, String> {
        let [x, y, z] = part.shape.group.map(|side| side.max(1));
        let groups = [
            SIZE[0].div_ceil(x).clamp(2, 8),
            if y > 1 { SIZE[1].div_ceil(y).clamp(1, 8) } else { 1 },
            if z > 1 { 2 } else { 1 },
        ];
        let mut build = Build::new(self, &[part])?;
        build.job.work = Work::Dispatch(groups);
        Ok(build.finish())
    }

    /// A picture of a vertex and a pixel shader together.
    pub fn draw(&self, vertex: &Part, pixel: &Part) -> Result<Prepared, String> {
        if let Some(Binding { set, .. }) = vertex.shape.bindings.iter().find(|binding| binding.set >= PIXEL_SETS) {
            return Err(format!("the judge has no set {set} of a vertex shader before a pixel shader"));
        }
        let moved = Part {
            module: Module { spirv: partner::move_sets(&pixel.module.spirv, PIXEL_SETS)?, ..pixel.module.clone() },
            shape: Shape {
                bindings: pixel
                    .shape
                    .bindings
                    .iter()
                    .map(|binding| Binding { set: binding.set + PIXEL_SETS, ..binding.clone() })
                    .collect(),
                ..pixel.shape.clone()
            },
        };
        let mut build = Build::new(self, &[vertex, &moved])?;
        let mut draw = build.mesh(vertex)?;
        build.targets(&pixel.shape, &mut draw);
        build.job.work = Work::Draw(draw);
        Ok(build.finish())
    }

    /// A picture of a pixel shader alone: a rectangle whose corners have what it takes in.
    pub fn fill(&self, pixel: &Part) -> Result<Prepared, String> {
        let keys = self.keys(Stage::Pixel, Way::In, &pixel.shape.inputs);
        let inputs: Vec<(Vec<String>, &Io)> = keys.into_iter().zip(&pixel.shape.inputs).collect();
        self.draw(&partner::vertex_for(self.seed, &inputs)?, pixel)
    }

    /// The vertices a vertex shader puts out.
    pub fn vertices(&self, vertex: &Part) -> Result<Prepared, String> {
        let (spirv, captured) = partner::capture(
            &vertex.module.spirv,
            &vertex.shape,
            &self.keys(Stage::Vertex, Way::Out, &vertex.shape.outputs),
        )?;
        let Some(stride) = captured.iter().map(|output| output.offset + output.size).max() else {
            return Err("the vertex shader puts nothing out".to_owned());
        };
        let part = Part { module: Module { spirv, ..vertex.module.clone() }, shape: vertex.shape.clone() };
        let mut build = Build::new(self, &[&part])?;
        let mut draw = build.mesh(&part)?;
        draw.topology = Topology::Points;
        let bytes = vec![0; (stride * draw.vertices * draw.instances) as usize];
        let object = build.object(true, Content::Buffer { format: None, bytes });
        draw.feedback = Some(object);
        for Captured { name, offset, size } in captured {
            let view = OutputView::Vertices { stride: stride as usize, start: offset as usize, length: size as usize };
            build.outputs.push(Output { object, name, view });
        }
        build.job.work = Work::Draw(draw);
        Ok(build.finish())
    }

    /// What runs an entry point of this stage by itself.
    pub fn alone(&self, part: &Part) -> Result<Prepared, String> {
        match part.shape.stage {
            Stage::Vertex => self.vertices(part),
            Stage::Pixel => self.fill(part),
            Stage::Compute => self.dispatch(part),
        }
    }

    /// Resources under the reference's names. Not every compiler keeps the name of a buffer, so what is left over on both sides is
    /// matched by its number, then by its place among those of its kind.
    fn renamed(&self, bindings: &[Binding]) -> Vec<Binding> {
        let mut renamed = bindings.to_vec();
        let known = |binding: &Binding| {
            self.resources.iter().any(|(_, _, kind, name)| *kind == binding.kind && *name == binding.name)
        };
        let mut open: Vec<&(u32, u32, Kind, String)> = self
            .resources
            .iter()
            .filter(|(_, _, kind, name)| !bindings.iter().any(|binding| binding.kind == *kind && binding.name == *name))
            .collect();
        for by_number in [true, false] {
            for binding in &mut renamed {
                let same = |(set, number, kind, _): &&(u32, u32, Kind, String)| {
                    *kind == binding.kind && (!by_number || (*set, *number) == (binding.set, binding.binding))
                };
                if !known(binding)
                    && let Some(at) = open.iter().position(same)
                {
                    binding.name = open.remove(at).3.clone();
                }
            }
        }
        renamed
    }

    /// What the reference calls each of a module's variables: by the semantic where it is the only one of both, then by location.
    /// One for each location of each variable.
    fn keys(&self, stage: Stage, way: Way, list: &[Io]) -> Vec<Vec<String>> {
        let mut single = self.single_keys(stage, way, &spread(list)).into_iter();
        list.iter()
            .map(|variable| single.by_ref().take(spread(std::slice::from_ref(variable)).len()).collect())
            .collect()
    }

    fn single_keys(&self, stage: Stage, way: Way, list: &[Io]) -> Vec<String> {
        let mut open: Vec<&Known> = self.interface.get(&(stage, way)).into_iter().flatten().collect();
        let mut keys: Vec<Option<String>> =
            list.iter().map(|variable| variable.built_in.as_ref().map(|_| variable.key())).collect();
        for by_semantic in [true, false] {
            let alone = |key: &str| list.iter().filter(|variable| variable.key() == key).count() == 1;
            for (key, variable) in keys.iter_mut().zip(list).filter(|(key, _)| key.is_none()) {
                let same = |known: &&Known| {
                    if by_semantic {
                        known.alone && known.key == variable.key() && alone(&known.key)
                    } else {
                        known.location == variable.location
                    }
                };
                if let Some(at) = open.iter().position(same) {
                    *key = Some(open.remove(at).unique.clone());
                }
            }
        }
        keys.into_iter().zip(list).map(|(key, variable)| key.unwrap_or_else(|| variable.key())).collect()
    }
}

/// Arrays and matrices as a variable for each location, with the semantics that HLSL gives these: a compiler may split them.
fn spread(list: &[Io]) -> Vec<Io> {
    let split = |variable: &Io| match locations(&variable.ty) {
        Ok(parts) if parts.len() > 1 && variable.built_in.is_none() => (0..)
            .zip(parts)
            .map(|(at, (scalar, lanes))| Io {
                location: variable.location.map(|location| location + at),
                semantic: variable.semantic.as_deref().map(|semantic| advanced(semantic, at)),
                ty: Type::Vector(scalar, lanes),
                ..variable.clone()
            })
            .collect(),
        _ => vec![variable.clone()],
    };
    list.iter().flat_map(split).collect()
}

/// `COLOR2` by 1 is `COLOR3`.
fn advanced(semantic: &str, by: u32) -> String {
    let name = semantic.trim_end_matches(|c: char| c.is_ascii_digit());
    let index: u32 = semantic[name.len()..].parse().unwrap_or(0);
    format!("{name}{}", index.saturating_add(by))
}

/// A variable of the reference.
#[derive(Clone, Debug)]
struct Known {
    key: String,
    /// No other has this key.
    alone: bool,
    /// The key, made different from all others.
    unique: String,
    location: Option<u32>,
}

fn known(list: &[Io]) -> Vec<Known> {
    list.iter()
        .filter(|variable| variable.built_in.is_none())
        .map(|variable| {
            let key = variable.key();
            let alone = list.iter().filter(|other| other.key() == key).count() == 1;
            let unique = if alone { key.clone() } else { format!("{key} at {:?}", variable.location) };
            Known { key, alone, unique, location: variable.location }
        })
        .collect()
}

/// Type and lanes of each location that a variable between stages takes.
pub(crate) fn locations(ty: &Type) -> Result<Vec<(Scalar, u32)>, String> {
    match ty {
        Type::Vector(scalar, lanes) if scalar.size() <= 4 => Ok(vec![(*scalar, *lanes)]),
        Type::Matrix { scalar, columns, rows, .. } if scalar.size() <= 4 => {
            Ok(vec![(*scalar, *rows); *columns as usize])
        }
        Type::Array { element, count: Some(count), .. } if *count <= 32 => {
            let one = locations(element)?;
            Ok((0..*count).flat_map(|_| one.iter().copied()).collect())
        }
        other => Err(format!("the judge has no vertex attribute or target of {other:?}")),
    }
}
