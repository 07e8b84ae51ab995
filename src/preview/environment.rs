//! The environment: a room of soft lights, as radiance by direction. Maps are by latitude and longitude, as the node
//! library looks them up: the upper row is up, and the middle of a row is -z.

use std::f32::consts::PI;

use super::camera::dot;
use super::texture::Texture;

/// Texels of the map of radiance.
const WIDTH: u32 = 512;
const HEIGHT: u32 = 256;
/// Texels of the map of irradiance; it is smooth.
const SMALL: [u32; 2] = [32, 16];
/// Directions that irradiance is summed over.
const COARSE: [u32; 2] = [64, 32];

/// A light with a soft edge.
struct Light {
    direction: [f32; 3],
    /// Cosines of the angles at which it begins to fade and has faded.
    inner: f32,
    outer: f32,
    radiance: [f32; 3],
}

const LIGHTS: [Light; 4] = [
    // Directions are of length 1.
    Light { direction: [0.48, 0.64, 0.6], inner: 0.975, outer: 0.94, radiance: [9.0, 8.6, 8.0] },
    Light { direction: [-0.8, 0.36, 0.48], inner: 0.95, outer: 0.88, radiance: [1.6, 2.0, 2.6] },
    Light { direction: [-0.36, 0.48, -0.8], inner: 0.97, outer: 0.92, radiance: [4.0, 3.2, 2.2] },
    Light { direction: [0.0, 1.0, 0.0], inner: 0.9, outer: 0.75, radiance: [1.0, 1.0, 1.05] },
];

fn mix(a: [f32; 3], b: [f32; 3], by: f32) -> [f32; 3] {
    std::array::from_fn(|at| a[at] + (b[at] - a[at]) * by)
}

/// The radiance from a direction of length 1.
pub fn radiance(direction: [f32; 3]) -> [f32; 3] {
    let y = direction[1];
    let sky = mix([0.62, 0.66, 0.72], [0.20, 0.27, 0.40], y.max(0.0).powf(0.6));
    let ground = mix([0.34, 0.32, 0.30], [0.10, 0.09, 0.09], (-y).max(0.0).powf(0.5));
    let horizon = ((y + 0.03) / 0.06).clamp(0.0, 1.0);
    let mut sum = mix(ground, sky, horizon * horizon * (3.0 - 2.0 * horizon));
    for light in &LIGHTS {
        let at = ((dot(direction, light.direction) - light.outer) / (light.inner - light.outer)).clamp(0.0, 1.0);
        let weight = at * at * (3.0 - 2.0 * at);
        sum = std::array::from_fn(|channel| sum[channel] + light.radiance[channel] * weight);
    }
    sum
}

/// What the library's matrix of the environment does by default: half a turn around y.
pub fn turned(direction: [f32; 3]) -> [f32; 3] {
    [-direction[0], direction[1], -direction[2]]
}

/// The direction of a texel's middle.
fn direction_of(x: u32, y: u32, [width, height]: [u32; 2]) -> [f32; 3] {
    let latitude = (0.5 - (y as f32 + 0.5) / height as f32) * PI;
    let longitude = ((x as f32 + 0.5) / width as f32 - 0.5) * 2.0 * PI;
    let ring = latitude.cos();
    [ring * longitude.sin(), latitude.sin(), -ring * longitude.cos()]
}

fn map(size: [u32; 2], of: impl Fn([f32; 3]) -> [f32; 3]) -> Texture {
    let at = |(x, y): (u32, u32)| {
        let [red, green, blue] = of(direction_of(x, y, size));
        [red, green, blue, 1.0]
    };
    let texels = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y))).map(at).collect();
    Texture { width: size[0], height: size[1], texels }
}

/// The map of radiance; a direction of the world is looked up after [`turned`].
pub fn radiance_map() -> Texture {
    map([WIDTH, HEIGHT], |direction| radiance(turned(direction)))
}

/// Levels of the map of radiance.
pub fn radiance_levels() -> u32 {
    WIDTH.max(HEIGHT).ilog2() + 1
}

/// What a white surface that scatters evenly reflects: irradiance by π.
pub fn irradiance_map() -> Texture {
    let from: Vec<([f32; 3], [f32; 3])> = (0..COARSE[1])
        .flat_map(|y| (0..COARSE[0]).map(move |x| (x, y)))
        .map(|(x, y)| {
            let direction = direction_of(x, y, COARSE);
            let ring = (1.0 - direction[1] * direction[1]).max(0.0).sqrt();
            let solid_angle = 2.0 * PI / COARSE[0] as f32 * (PI / COARSE[1] as f32) * ring;
            (direction, radiance(turned(direction)).map(|channel| channel * solid_angle / PI))
        })
        .collect();
    map(SMALL, |normal| {
        from.iter().fold([0.0; 3], |sum, (direction, light)| {
            let cosine = dot(normal, *direction).max(0.0);
            std::array::from_fn(|channel| sum[channel] + light[channel] * cosine)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lights_have_directions_of_length_one() {
        for light in &LIGHTS {
            assert!((dot(light.direction, light.direction) - 1.0).abs() < 1e-3, "{:?}", light.direction);
        }
    }

    #[test]
    fn an_even_room_reflects_what_it_emits() {
        let weight: f32 = (0..COARSE[1])
            .flat_map(|y| (0..COARSE[0]).map(move |x| direction_of(x, y, COARSE)))
            .map(|direction| {
                let ring = (1.0 - direction[1] * direction[1]).max(0.0).sqrt();
                direction[1].max(0.0) * 2.0 * PI / COARSE[0] as f32 * (PI / COARSE[1] as f32) * ring / PI
            })
            .sum();
        assert!((weight - 1.0).abs() < 0.01, "{weight}");
    }

    #[test]
    fn the_middle_of_the_map_is_the_direction_that_the_library_expects() {
        let [x, y, z] = direction_of(WIDTH / 2, HEIGHT / 2, [WIDTH, HEIGHT]);
        assert!(x.abs() < 0.02 && y.abs() < 0.02 && z < -0.99, "{x} {y} {z}");
        assert!(direction_of(WIDTH * 3 / 4, HEIGHT / 2, [WIDTH, HEIGHT])[0] > 0.99);
    }
}
