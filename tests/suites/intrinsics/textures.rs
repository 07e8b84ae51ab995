//! What textures give: the texels that the judge puts in them, at places where a filter gives one texel.

use uberc_judge::batch::Image;
use uberc_judge::scene::Scene;
use uberc_judge::shape::{Dim, ImageFormat, ImageType, Scalar};

/// A texture of the table, by its name there: `Tex2DADepth` is a Texture2DArray that depths are compared with.
fn texture(name: &str) -> Option<(ImageType, bool)> {
    let (name, compares) = name.strip_suffix("Depth").map_or((name, false), |name| (name, true));
    let (dim, arrayed, multisampled, scalar) = match name {
        "Tex1D" | "Old1D" => (Dim::Dim1D, false, false, Scalar::Float(32)),
        "Tex1DA" => (Dim::Dim1D, true, false, Scalar::Float(32)),
        "Tex2D" | "Tex2DF" | "Old2D" => (Dim::Dim2D, false, false, Scalar::Float(32)),
        "Tex2DU" => (Dim::Dim2D, false, false, Scalar::Uint(32)),
        "Tex2DI" => (Dim::Dim2D, false, false, Scalar::Int(32)),
        "Tex2DA" => (Dim::Dim2D, true, false, Scalar::Float(32)),
        "Tex2DMS" => (Dim::Dim2D, false, true, Scalar::Float(32)),
        "Tex2DMSA" => (Dim::Dim2D, true, true, Scalar::Float(32)),
        "Tex3D" | "Old3D" => (Dim::Dim3D, false, false, Scalar::Float(32)),
        "TexCube" | "OldCube" => (Dim::DimCube, false, false, Scalar::Float(32)),
        "TexCubeA" => (Dim::DimCube, true, false, Scalar::Float(32)),
        "Buf" => (Dim::DimBuffer, false, false, Scalar::Float(32)),
        _ => return None,
    };
    let format = ImageFormat::Unknown;
    Some((ImageType { scalar, dim, arrayed, multisampled, storage: false, format }, compares))
}

/// A reference of the table that has to do with textures, made ready for many places.
pub struct Expected<'a> {
    text: &'a str,
    words: Vec<&'a str>,
    numbers: Option<Vec<f64>>,
    content: Option<(ImageType, Content)>,
}

enum Content {
    /// Four values a texel.
    Texels(Vec<f64>),
    Image(Image, Vec<f64>),
}

impl<'a> Expected<'a> {
    pub fn new(scene: &Scene, text: &'a str) -> Expected<'a> {
        let words: Vec<&str> = text.split(' ').collect();
        let numbers = words.iter().map(|word| word.parse().ok()).collect();
        let content = texture(words[0]).and_then(|(ty, compares)| {
            if ty.dim == Dim::DimBuffer {
                let (format, bytes) = scene.texels(words[0], &ty);
                return Some((ty, Content::Texels(format.decode(&bytes))));
            }
            let image = scene.image(words[0], &ty, compares).ok()?;
            let values = image.format.decode(&image.bytes);
            Some((ty, Content::Image(image, values)))
        });
        Expected { text, words, numbers, content }
    }

    /// The components. `place`: the argument's components, or the pixel.
    pub fn at(&self, place: &[f64], pixel: bool, components: usize) -> Option<Vec<f64>> {
        if let Some(numbers) = &self.numbers {
            return Some(numbers.clone());
        }
        match (self.text, &self.content) {
            ("one", _) => Some(vec![1.0]),
            ("three", _) => Some(vec![3.0; components]),
            ("five", _) => Some(vec![5.0]),
            ("eight", _) => Some(vec![8.0]),
            // What was discarded leaves the buffer's zero.
            ("right of 8", _) => Some(vec![f64::from(u8::from(place[0] >= 8.0))]),
            (_, Some((_, Content::Texels(values)))) => {
                let first = place[0] as usize % 1024 * 4;
                Some(values[first..first + components].to_vec())
            }
            (_, Some((ty, Content::Image(image, values)))) => {
                Some(found(&self.words[1..], ty, (image, values), place, pixel, components))
            }
            (_, None) => None,
        }
    }
}

fn found(
    words: &[&str],
    ty: &ImageType,
    (image, values): (&Image, &[f64]),
    place: &[f64],
    pixel: bool,
    components: usize,
) -> Vec<f64> {
    let has = |word: &str| words.contains(&word);
    let number = words.iter().find_map(|word| word.parse::<u32>().ok());
    let level = number.filter(|_| !pixel && !has("gather")).unwrap_or(0);
    let sides = image.extent.map(|side| (side >> level).max(1));
    let dims = match ty.dim {
        Dim::Dim1D => 1,
        Dim::Dim3D => 3,
        _ => 2,
    };
    let mut at = [0; 3];
    for (axis, at) in at.iter_mut().enumerate().take(dims) {
        // Near the edge nothing may be gathered or moved to.
        let short = match (has("gather") || has("offset"), axis, sides[axis]) {
            (true, 0, 64) => 60,
            (true, 0, _) => 28,
            (true, 1, 48) => 40,
            (true, 1, _) => 20,
            (_, _, side) => side,
        };
        *at =
            place.get(axis).map_or(0, |place| *place as u32) % short + if has("offset") { [3, 2, 0][axis] } else { 0 };
    }
    let layer = match (ty.dim, ty.arrayed, pixel) {
        (_, true, true) => number.unwrap_or(0),
        (Dim::DimCube, true, _) => place[3] as u32 % 4 * 6 + place[2] as u32 % 6,
        (Dim::DimCube, false, _) => place[2] as u32 % 6,
        (_, true, _) => place[dims] as u32 % 4,
        _ => 0,
    };
    let texel = |at: [u32; 3]| texel(image, values, level, layer, at);
    // The sampler compares "reference <= texel"; the reference is 1/2.
    let shown = |value: f64| if has("compare") { f64::from(u8::from(0.5 <= value)) } else { value };
    if has("gather") {
        let channel = number.unwrap_or(0) as usize;
        // Counter-clockwise from the lower left.
        let corners = [[0, 1], [1, 1], [1, 0], [0, 0]];
        return corners.map(|[x, y]| shown(texel([at[0] + x, at[1] + y, 0])[channel])).to_vec();
    }
    texel(at).iter().copied().take(components).map(shown).collect()
}

fn texel<'a>(image: &Image, values: &'a [f64], level: u32, layer: u32, at: [u32; 3]) -> &'a [f64] {
    let sides = |level: u32| image.extent.map(|side| (side >> level).max(1) as usize);
    let texels = |level: u32| sides(level).iter().product::<usize>();
    let index = if image.samples > 1 {
        layer as usize
    } else {
        let before: usize = (0..level).map(|level| texels(level) * image.layers as usize).sum();
        let [width, height, _] = sides(level);
        let within = (at[2] as usize * height + at[1] as usize) * width + at[0] as usize;
        before + layer as usize * texels(level) + within
    };
    let channels = image.format.channels as usize;
    &values[index * channels..][..channels]
}
