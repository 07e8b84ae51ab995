//! A Zstandard dictionary for the blobs of a target.

use rayon::prelude::*;

use super::PackError;
use super::frames::{self, failed};

/// A dictionary, and its compressed form.
pub struct Dictionary {
    pub content: Vec<u8>,
    pub compressed: Vec<u8>,
}

/// With fewer blobs there is no dictionary.
const FEWEST: usize = 16;
/// Sizes that are tried. A larger dictionary costs memory in the game and time at the first look-up.
const SIZES: [usize; 6] = [4 << 10, 16 << 10, 32 << 10, 64 << 10, 112 << 10, 224 << 10];
/// Blobs a dictionary is judged by.
const JUDGED: usize = 512;
/// Bytes a dictionary is trained on.
const SAMPLED: usize = 16 << 20;
/// A fast level is enough for the comparison of two sizes.
const JUDGING_LEVEL: i32 = 6;

/// Each of so many blobs once, neighbours far from each other. Training takes the best part of each stretch of its
/// samples; a shader's variants follow one another and are alike, so that in their own order a few of them fill the
/// dictionary (measured: four times the size).
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let coprime = |step: &usize| {
        let (mut a, mut b) = (*step, count);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    };
    // A step near the golden ratio of the length visits all blobs, neighbours far from each other.
    let golden = count * 618 / 1000;
    let step = (golden.max(1)..=golden + count).find(coprime).unwrap_or(1);
    (0..count).map(move |at| at * step % count)
}

/// The dictionary with which blobs and dictionary together are smallest; none where they are smallest without.
pub fn train(blobs: &[&[u8]], level: i32) -> Result<Option<Dictionary>, PackError> {
    let total: usize = blobs.iter().map(|blob| blob.len()).sum();
    if blobs.len() < FEWEST {
        return Ok(None);
    }
    let every = blobs.len().div_ceil(JUDGED);
    let judged: Vec<&[u8]> = blobs.iter().step_by(every).copied().collect();
    let mut sampled = 0;
    let samples: Vec<&[u8]> = spread(blobs.len())
        .map(|blob| blobs[blob])
        .take_while(|blob| {
            sampled += blob.len();
            sampled <= SAMPLED
        })
        .collect();
    let (continuous, sizes) = (samples.concat(), samples.iter().map(|sample| sample.len()).collect::<Vec<usize>>());
    let cost = |dictionary: Option<&Dictionary>| -> Result<usize, PackError> {
        let frames = frames::compress(&judged, dictionary, JUDGING_LEVEL)?;
        let frames: usize = frames.iter().map(|frame| frame.bytes.len()).sum();
        Ok(frames * blobs.len() / judged.len() + dictionary.map_or(0, |dictionary| dictionary.compressed.len()))
    };
    let candidates = SIZES.par_iter().filter(|size| **size * 8 <= total).map(|size| {
        // Training fails for samples that have nothing in common.
        let Ok(content) = zstd::dict::from_continuous(&continuous, &sizes, *size) else { return Ok(None) };
        let compressed = zstd::bulk::compress(&content, level).map_err(failed)?;
        let dictionary = Dictionary { content, compressed };
        Ok(Some((cost(Some(&dictionary))?, dictionary)))
    });
    let candidates: Vec<Option<(usize, Dictionary)>> = candidates.collect::<Result<_, PackError>>()?;
    let best = candidates.into_iter().flatten().min_by_key(|(cost, _)| *cost);
    let without = cost(None)?;
    Ok(best.filter(|(cost, _)| *cost < without).map(|(_, dictionary)| dictionary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_takes_each_once() {
        for count in [1, 2, 3, 16, 100, 653, 4096] {
            let mut all: Vec<usize> = spread(count).collect();
            assert!(count < 16 || all.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > count / 4), "{count}");
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
    }
}
