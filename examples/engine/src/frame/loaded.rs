//! A scene on the device.

use std::collections::BTreeMap;
use std::error::Error;

use crate::archive::{Archive, Pass};
use crate::constants::{self, CASCADES, Eye, Viewer};
use crate::gpu::Gpu;
use crate::paint;
use crate::resources::{Resource, Resources};
use crate::scene::Scene;
use crate::scene::materials::MATERIALS;
use crate::scene::mesh::Mesh;

/// A mesh on the device.
pub(crate) struct DeviceMesh {
    pub(crate) vertices: wgpu::Buffer,
    pub(crate) indices: wgpu::Buffer,
    pub(crate) count: u32,
}

impl DeviceMesh {
    fn new(gpu: &Gpu, mesh: &Mesh) -> DeviceMesh {
        DeviceMesh {
            vertices: gpu.buffer(&mesh.vertex_bytes(), wgpu::BufferUsages::VERTEX),
            indices: gpu.buffer(&mesh.index_bytes(), wgpu::BufferUsages::INDEX),
            count: mesh.indices.len() as u32,
        }
    }
}

struct DeviceObject {
    mesh: usize,
    material: &'static str,
    constants: Resources,
    /// What its draw call asks the archive for.
    pass: Pass,
}

/// What a draw call needs.
#[derive(Clone, Copy)]
pub(crate) struct Drawn<'a> {
    pub(crate) mesh: &'a DeviceMesh,
    pub(crate) object: &'a Resources,
    pub(crate) material: &'a Resources,
}

/// Materials with their textures, painted when a scene first needs them.
pub(crate) type Materials = BTreeMap<&'static str, Resources>;

pub(crate) struct Loaded {
    meshes: Vec<DeviceMesh>,
    objects: Vec<DeviceObject>,
    materials: Materials,
    /// Of the camera for meshes and for the sky, of each cascade, and of each side of the environment.
    camera_view: Resources,
    sky_view: Resources,
    sun_views: [Resources; CASCADES],
    side_views: [Resources; 6],
    #[cfg(feature = "window")]
    camera: crate::scene::Camera,
    /// Lights and shadows.
    pub(crate) lighting: Resources,
}

/// `kCLUSTERS_X` times the others of lights.fxh.
const CLUSTERS: usize = 16 * 9 * 24;
/// Entries of `g_ClusterLights`.
const CLUSTER_LIGHTS: u32 = 64 * 1024;

impl Loaded {
    /// `materials`: of scenes that were loaded before.
    pub(crate) fn new(
        gpu: &Gpu,
        archive: &Archive,
        shader: &str,
        scene: Scene,
        mut materials: Materials,
        (size, time, debug_view): ([u32; 2], f32, u32),
    ) -> Result<Loaded, Box<dyn Error>> {
        let mut objects = Vec::new();
        for object in &scene.objects {
            if !materials.contains_key(object.material) {
                materials.insert(object.material, material(gpu, object.material)?);
            }
            let mut constants = Resources::default();
            constants.buffer("Object", gpu.uniform(&constants::object(object, debug_view)));
            let pass = archive.pass(shader, object.branches)?;
            objects.push(DeviceObject { mesh: object.mesh, material: object.material, constants, pass });
        }
        let eye = Eye { camera: &scene.camera, size, time };
        let view = |viewer| {
            let mut resources = Resources::default();
            resources.buffer("View", gpu.uniform(&eye.view(viewer)));
            resources
        };
        Ok(Loaded {
            meshes: scene.meshes.iter().map(|mesh| DeviceMesh::new(gpu, mesh)).collect(),
            objects,
            materials,
            camera_view: view(Viewer::Camera),
            sky_view: view(Viewer::Sky),
            sun_views: std::array::from_fn(|cascade| view(Viewer::Sun(cascade))),
            side_views: std::array::from_fn(|side| view(Viewer::Side(side))),
            lighting: lighting(gpu, &scene, &eye),
            #[cfg(feature = "window")]
            camera: scene.camera,
        })
    }

    /// What the camera and the sun see at this time, in seconds.
    #[cfg(feature = "window")]
    pub(crate) fn set_time(&self, gpu: &Gpu, size: [u32; 2], time: f32) {
        let eye = Eye { camera: &self.camera, size, time };
        let viewers = (0..CASCADES).map(Viewer::Sun).chain([Viewer::Camera, Viewer::Sky]);
        for viewer in viewers {
            if let Some(Resource::Buffer(buffer)) = self.view(viewer).get("View") {
                gpu.queue.write_buffer(buffer, 0, &eye.view(viewer));
            }
        }
    }

    pub(crate) fn view(&self, viewer: Viewer) -> &Resources {
        match viewer {
            Viewer::Camera => &self.camera_view,
            Viewer::Sky => &self.sky_view,
            Viewer::Sun(cascade) => &self.sun_views[cascade % CASCADES],
            Viewer::Side(side) => &self.side_views[side % 6],
        }
    }

    /// Light culling counts what it hands out.
    pub(crate) fn reset_culling(&self, encoder: &mut wgpu::CommandEncoder) {
        if let Some(Resource::Buffer(allocator)) = self.lighting.get("g_Allocator") {
            encoder.clear_buffer(allocator, 0, None);
        }
    }

    /// What each object asks for.
    pub(crate) fn passes(&self) -> impl Iterator<Item = &Pass> {
        self.objects.iter().map(|object| &object.pass)
    }

    pub(crate) fn drawn(&self, object: usize) -> Result<Drawn<'_>, String> {
        let missing = || format!("the scene has no object {object}");
        let object = self.objects.get(object).ok_or_else(missing)?;
        Ok(Drawn {
            mesh: self.meshes.get(object.mesh).ok_or_else(missing)?,
            object: &object.constants,
            material: self.materials.get(object.material).ok_or_else(missing)?,
        })
    }

    /// The materials, for the next scene.
    pub(crate) fn into_materials(self) -> Materials {
        self.materials
    }
}

fn material(gpu: &Gpu, name: &str) -> Result<Resources, Box<dyn Error>> {
    let material = MATERIALS.iter().find(|material| material.name == name);
    let material = material.ok_or_else(|| format!("there is no material `{name}`"))?;
    let paint = paint::SURFACES.iter().find(|(surface, _)| *surface == material.surface);
    let (_, paint) = paint.ok_or_else(|| format!("there is no surface `{}`", material.surface))?;
    let mut resources = paint::surface(gpu, *paint);
    resources.buffer("Material", gpu.uniform(&constants::material(material)));
    Ok(resources)
}

fn lighting(gpu: &Gpu, scene: &Scene, eye: &Eye<'_>) -> Resources {
    let mut resources = Resources::default();
    let storage = |bytes: &[u8]| gpu.buffer(bytes, wgpu::BufferUsages::STORAGE);
    resources.buffer("Shadow", gpu.uniform(&eye.shadow()));
    resources.buffer("Bones", gpu.uniform(&constants::bones()));
    resources.buffer("g_Lights", storage(&constants::lights(&scene.lights)));
    resources.buffer("Culling", gpu.uniform(&constants::culling(scene.lights.len() as u32, CLUSTER_LIGHTS)));
    // Two words a cluster: where its lights begin, and how many they are.
    resources.buffer("g_Clusters", storage(&[0; CLUSTERS * 8]));
    resources.buffer("g_ClusterLights", storage(&[0; CLUSTER_LIGHTS as usize * 4]));
    resources.buffer("g_Allocator", storage(&[0; 4]));
    resources
}
