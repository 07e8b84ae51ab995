//! Many techniques on one picture, each with its name, for people to look at.

use std::error::Error;
use std::io::{IsTerminal, Write};

use embedded_graphics::mono_font::MonoFont;
use embedded_graphics::mono_font::ascii::{FONT_5X8, FONT_7X13, FONT_7X13_BOLD};

use uberc_runtime::Key;

use crate::archive::{Archive, Choice, Generation};
use crate::frame::Renderer;
use crate::gpu::Gpu;
use crate::image::Image;
use crate::scene::{Specimen, stage};

/// Pixels between pictures.
const GAP: u32 = 6;
const BACKGROUND: [u8; 3] = [24, 26, 30];
const TITLE: [u8; 3] = [240, 240, 235];
const TEXT: [u8; 3] = [170, 178, 190];

/// A technique that is worth a look.
struct Telling {
    title: &'static str,
    branches: &'static [&'static str],
    specimen: Specimen,
}

const fn telling(title: &'static str, specimen: Specimen, branches: &'static [&'static str]) -> Telling {
    Telling { title, branches, specimen }
}

/// One for each thing that a branch of mesh.fx does.
const TELLING: [Telling; 12] = [
    telling("Opaque, lit by a later pass", Specimen::Ball, &[]),
    telling("Shadow of the sun", Specimen::Ball, &["g_bShadowRec"]),
    telling("Shadow of a window frame", Specimen::Ball, &["g_bShadowRec", "g_bShadowProjected"]),
    telling("Four material layers", Specimen::Ball, &["g_bMultiLayer", "g_bShadowRec"]),
    telling("Cut-out", Specimen::Lattice, &["g_bBinaryAlpha", "g_bShadowRec"]),
    telling("Foliage in the wind", Specimen::Tree, &["g_bBinaryAlpha", "g_bFoliage", "g_bShadowRec"]),
    telling("Before its bones are bent", Specimen::Figure, &["g_bShadowRec"]),
    telling("Bent by 14 bones", Specimen::Figure, &["g_bShadowRec", "g_bSkinning"]),
    telling("Transparent, lights summed up", Specimen::Glass, &["g_bShadowRec", "g_bTransparent"]),
    telling("What glows", Specimen::Lamp, &["g_bBloom"]),
    telling("Normals", Specimen::Figure, &["g_bDebug", "g_bSkinning"]),
    telling("Depth", Specimen::Tree, &["g_bBinaryAlpha", "g_bDepth", "g_bFoliage"]),
];

/// A picture of many, and a line about each.
pub(crate) struct Sheet {
    pub(crate) image: Image,
    pub(crate) legend: Vec<String>,
}

/// Pictures that are put together row by row.
struct Cells {
    columns: u32,
    /// Of a picture with its text.
    cell: [u32; 2],
    image: Image,
    count: u32,
}

impl Cells {
    fn new(columns: u32, count: u32, picture: [u32; 2], text: u32) -> Cells {
        let cell = [picture[0] + GAP, picture[1] + text + GAP];
        let size = [columns * cell[0] + GAP, count.div_ceil(columns) * cell[1] + GAP];
        Cells { columns, cell, image: Image::filled(size, BACKGROUND), count: 0 }
    }

    /// Places the next picture; gives where its text begins.
    fn add(&mut self, picture: &Image) -> [u32; 2] {
        let [column, row] = [self.count % self.columns, self.count / self.columns];
        let at = [GAP + column * self.cell[0], GAP + row * self.cell[1]];
        self.image.place(picture, at);
        self.count += 1;
        [at[0], at[1] + picture.size[1] + 2]
    }
}

/// The techniques that tell most, each on what shows it best.
pub(crate) fn telling_ones(
    gpu: &Gpu,
    mut renderer: Renderer,
    archive: &Archive,
    shader: &str,
) -> Result<Sheet, Box<dyn Error>> {
    let count = TELLING.len() as u32;
    let mut cells = Cells::new(4, count, renderer.size, 2 * FONT_7X13.character_size.height + 6);
    let (mut legend, mut progress, mut loaded) = (Vec::new(), Progress::new(count), None);
    for one in &TELLING {
        if loaded != Some(one.specimen) {
            renderer = renderer.load(gpu, archive, stage(one.specimen))?;
            loaded = Some(one.specimen);
        }
        let pass = archive.pass(shader, one.branches)?;
        let generation = archive.live.current();
        let choice = pass.choice(&generation)?;
        let [left, top] = cells.add(&drawn(gpu, &mut renderer, &generation, choice)?);
        cells.image.write(one.title, [left, top], &FONT_7X13_BOLD, TITLE);
        let branches = branches(&one.branches.join(","));
        let second = top + FONT_7X13.character_size.height;
        cells.image.write(&branches, [left, second], &FONT_7X13, TEXT);
        legend.push(format!("{}: {}", one.title, one.branches.join(",")));
        progress.step();
    }
    Ok(Sheet { image: cells.image, legend })
}

/// Each technique whose final values agree with the branches that were asked for.
pub(crate) fn all(
    gpu: &Gpu,
    mut renderer: Renderer,
    archive: &Archive,
    (shader, branches_asked): (&str, &[String]),
) -> Result<Sheet, Box<dyn Error>> {
    let pass = archive.pass(shader, branches_asked)?;
    let generation = archive.live.current();
    let asked = pass.choice(&generation)?;
    let found = generation.shader(asked.shader)?;
    let agrees = |bits: u64| bits & asked.key.bits() == asked.key.bits();
    let keys: Vec<_> =
        found.techniques().map(|technique| technique.final_values()).filter(|key| agrees(key.bits())).collect();
    let [width, height] = renderer.size;
    let font = &FONT_5X8;
    let name = |key: &Key| found.describe(key.bits()).to_string();
    let names: Vec<Vec<String>> = keys.iter().map(|key| wrapped(&branches(&name(key)), width, font)).collect();
    let Some(lines) = names.iter().map(Vec::len).max() else {
        return Err("no technique has these branches".into());
    };
    let count = keys.len() as u32;
    let text = lines as u32 * font.character_size.height + 6;
    // About as wide as three halves of the height.
    let columns = (1..=count).find(|columns| 2 * columns * columns * width >= 3 * count * (height + text)).unwrap_or(1);
    let mut cells = Cells::new(columns, count, renderer.size, text);
    let (mut legend, mut progress) = (Vec::new(), Progress::new(count));
    for (at, (key, lines)) in (0..).zip(keys.into_iter().zip(&names)) {
        let choice = Choice { shader: asked.shader, key };
        let [left, mut top] = cells.add(&drawn(gpu, &mut renderer, &generation, choice)?);
        for line in lines {
            cells.image.write(line, [left, top], font, TITLE);
            top += font.character_size.height;
        }
        legend.push(format!("row {} column {}: {}", at / columns + 1, at % columns + 1, name(&key)));
        progress.step();
    }
    Ok(Sheet { image: cells.image, legend })
}

fn drawn(gpu: &Gpu, renderer: &mut Renderer, generation: &Generation, choice: Choice) -> Result<Image, Box<dyn Error>> {
    let shown = renderer.draw(gpu, generation, Some(choice))?;
    renderer.picture(gpu, shown)
}

/// Branches as people say them: `g_bShadowRec,g_bBloom` is `ShadowRec + Bloom`.
fn branches(names: &str) -> String {
    let short = |name: &str| name.trim_start_matches("g_b").trim_start_matches("g_").trim_end_matches("=1").to_owned();
    match names {
        "" => "(all branches off)".into(),
        names => names.split(',').map(short).collect::<Vec<_>>().join(" + "),
    }
}

/// Lines of whole words that fit into so many pixels.
fn wrapped(text: &str, width: u32, font: &MonoFont<'_>) -> Vec<String> {
    let most = (width / font.character_size.width) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= most => *line = format!("{line} {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A bar on the terminal while a sheet grows; elsewhere nothing.
struct Progress {
    done: u32,
    all: u32,
    shown: bool,
}

impl Progress {
    fn new(all: u32) -> Progress {
        Progress { done: 0, all, shown: std::io::stderr().is_terminal() }
    }

    fn step(&mut self) {
        const WIDTH: u32 = 40;
        self.done += 1;
        if !self.shown {
            return;
        }
        let full = WIDTH * self.done / self.all;
        let bar = format!("{}{}", "#".repeat(full as usize), ".".repeat((WIDTH - full) as usize));
        // Nobody is left to tell when stderr is closed.
        drop(write!(std::io::stderr(), "\r[{bar}] {}/{} techniques", self.done, self.all));
        if self.done == self.all {
            drop(writeln!(std::io::stderr()));
        }
    }
}
