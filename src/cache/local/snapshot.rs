//! The files that a whole build read and wrote: if none of them has changed, a build has nothing to do.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::checksummed::{seal, unseal};
use super::file::path_of;
use super::stat_cache::{FileState, StatRoot, decode, encode};
use crate::bounded_file;
use crate::cache::Cache;
use crate::model::Digest;

const MAGIC: &str = "uberc-build 2";

/// A build that succeeded. Paths are relative to the project's root, or absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Digest of everything except files: the request, settings, compilers.
    pub key: Digest,
    /// `None`: the file was looked for and not found.
    pub inputs: Vec<(PathBuf, Option<FileState>)>,
    /// The archive.
    pub output: (PathBuf, FileState),
    /// The units of the build, in their order; empty where they are not known.
    pub units: Vec<UnitState>,
    /// The build's report, in the caller's encoding.
    pub report: Vec<u8>,
}

/// A unit of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// Indices into [`Snapshot::inputs`], ascending.
    pub inputs: Vec<u32>,
    /// Digest of its result.
    pub record: Digest,
}

impl Snapshot {
    /// The inputs as they are now, in the same order; files whose stat is known are not read. `Err` where one cannot
    /// be. `looked`: those that the caller has looked at, in the same order, or none. `known`: what the caller knows of an input that
    /// had this state.
    pub fn inputs_now(
        &self,
        root: &StatRoot,
        mut looked: Vec<Option<InputNow>>,
        known: impl Fn(&Path, Option<&FileState>) -> Option<InputNow> + Sync,
    ) -> Vec<InputNow> {
        looked.resize_with(self.inputs.len(), || None);
        let now = |path: &Path, then| known(path, then).unwrap_or_else(|| now(root, path, then));
        let inputs = self.inputs.par_iter().zip(looked);
        inputs.map(|((path, then), looked)| looked.unwrap_or_else(|| now(path, then.as_ref()))).collect()
    }

    /// The same for the inputs that existed; `None` for the others.
    pub fn existing_inputs_now(&self, root: &StatRoot) -> Vec<Option<InputNow>> {
        let now = |path: &Path, then: Option<&FileState>| then.map(|then| now(root, path, Some(then)));
        self.inputs.par_iter().map(|(path, then)| now(path, then.as_ref())).collect()
    }

    /// The archive as it is now.
    pub fn output_now(&self, root: &StatRoot) -> InputNow {
        now(root, &self.output.0, Some(&self.output.1))
    }

    fn encode(&self) -> Option<Vec<u8>> {
        let mut body = self.key.0.to_vec();
        let number = |body: &mut Vec<u8>, value: usize| body.extend((value as u64).to_le_bytes());
        number(&mut body, self.inputs.len());
        let output = (&self.output.0, Some(&self.output.1));
        for (path, state) in self.inputs.iter().map(|(path, state)| (path, state.as_ref())).chain([output]) {
            let name = path.to_str()?;
            number(&mut body, name.len());
            body.extend(name.as_bytes());
            match state {
                Some(state) => {
                    body.push(1 + u8::from(state.settled));
                    body.extend(encode(&state.stat, &state.digest));
                }
                None => body.push(0),
            }
        }
        number(&mut body, self.units.len());
        for unit in &self.units {
            number(&mut body, unit.inputs.len());
            unit.inputs.iter().for_each(|input| body.extend(input.to_le_bytes()));
            body.extend(unit.record.0);
        }
        body.extend(&self.report);
        Some(seal(MAGIC, &body))
    }

    fn decode(bytes: &[u8]) -> Option<Snapshot> {
        let mut rest = unseal(MAGIC, bytes)?;
        let mut take = |count: usize| {
            let (head, tail) = rest.split_at_checked(count)?;
            rest = tail;
            Some(head)
        };
        let number = |bytes: &[u8]| usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok();
        let key = Digest(take(32)?.try_into().ok()?);
        let count = number(take(8)?)?;
        let mut files = Vec::new();
        for _ in 0..count.checked_add(1)? {
            let length = number(take(8)?)?;
            let path = PathBuf::from(std::str::from_utf8(take(length)?).ok()?);
            let state = match take(1)? {
                [0] => None,
                [kind @ (1 | 2)] => {
                    let settled = *kind == 2;
                    let (stat, digest) = decode(take(72)?)?;
                    Some(FileState { stat, settled, digest })
                }
                _ => return None,
            };
            files.push((path, state));
        }
        let mut units = Vec::new();
        for _ in 0..number(take(8)?)? {
            let length = number(take(8)?)?.checked_mul(4)?;
            let (inputs, _) = take(length)?.as_chunks::<4>();
            let inputs = inputs.iter().map(|index| u32::from_le_bytes(*index)).collect();
            units.push(UnitState { inputs, record: Digest(take(32)?.try_into().ok()?) });
        }
        let (output, state) = files.pop()?;
        Some(Snapshot { key, inputs: files, output: (output, state?), units, report: rest.to_vec() })
    }
}

/// The state of an input; `None`: there is no such file.
pub type InputNow = std::io::Result<Option<FileState>>;

fn now(root: &StatRoot, path: &Path, then: Option<&FileState>) -> InputNow {
    let then = then.filter(|then| then.settled);
    let stat = root.stat(path);
    if let (Some(then), Some(Some(stat))) = (then, stat)
        && then.stat == stat
    {
        return Ok(Some(*then));
    }
    if let (None, Some(None)) = (then, stat) {
        return Ok(None);
    }
    FileState::read(&root.join(path), |stat| then.filter(|then| then.stat == *stat).map(|then| then.digest))
}

impl Cache {
    /// The last build of this subject: the request without its inputs.
    pub fn snapshot(&self, subject: &Digest) -> Option<Snapshot> {
        Snapshot::decode(&bounded_file::read(&path_of(&self.builds_folder(), subject), bounded_file::MOST_DATA).ok()?)
    }

    /// Stores a build, unless a path in it is not UTF-8.
    pub fn keep_snapshot(&self, subject: &Digest, snapshot: &Snapshot) {
        if let Some(bytes) = snapshot.encode() {
            self.write(&path_of(&self.builds_folder(), subject), &bytes);
        }
    }

    /// Bytes of `.uberc/programs`.
    pub fn programs(&self) -> Option<Vec<u8>> {
        let bytes = bounded_file::read(&self.dir().join("programs"), bounded_file::MOST_DATA).ok()?;
        unseal(PROGRAMS, &bytes).map(<[u8]>::to_vec)
    }

    /// Writes `.uberc/programs`.
    pub fn keep_programs(&self, body: &[u8]) {
        self.write(&self.dir().join("programs"), &seal(PROGRAMS, body));
    }

    pub fn builds_folder(&self) -> PathBuf {
        self.dir().join("builds")
    }
}

const PROGRAMS: &str = "uberc-programs 1";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::FileStat;

    #[test]
    fn snapshots_read_back_and_no_changed_byte_goes_unseen() {
        let stat = FileStat { modified: 1, changed: -2, size: 3, inode: 4, device: 5 };
        let state = |settled| FileState { stat, settled, digest: Digest::of(b"x") };
        let snapshot = Snapshot {
            key: Digest::of(b"key"),
            inputs: vec![
                ("a.fx".into(), Some(state(true))),
                ("gone.fxh".into(), None),
                ("\u{e9} b.fxh".into(), Some(state(false))),
            ],
            output: ("out.fxo".into(), state(true)),
            units: vec![
                UnitState { inputs: vec![0, 2], record: Digest::of(b"one") },
                UnitState { inputs: Vec::new(), record: Digest::of(b"other") },
            ],
            report: b"{}".to_vec(),
        };
        let bytes = snapshot.encode().expect("paths are UTF-8");
        assert_eq!(Snapshot::decode(&bytes), Some(snapshot));
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 1;
            assert_eq!(Snapshot::decode(&broken), None, "byte {at}");
            assert_eq!(Snapshot::decode(&bytes[..at]), None, "cut at {at}");
        }
        // A body that is not a snapshot, with a correct checksum.
        for length in 0..64 {
            assert_eq!(Snapshot::decode(&seal(MAGIC, &vec![0xff; length])), None);
        }
    }
}
