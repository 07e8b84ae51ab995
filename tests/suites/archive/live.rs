//! `Live`: an archive is replaced while threads read it.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::harness;
use libtest_mimic::{Failed, Trial};
use uberc::model::*;
use uberc::pack::{Options, pack};
use uberc_runtime::{Error, Live, Pack};

use super::sample::{layout, mesh, package};

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("archive::handles_survive_a_reload", handles),
        harness::trial("archive::a_reload_is_seen_whole_or_not_at_all", threads),
    ]
}

fn open(package: &Package) -> Pack<Vec<u8>> {
    Pack::open(pack(package, Options::FAST).unwrap()).unwrap()
}

/// The mesh shader with a branch more in front, which moves all the others.
pub fn reordered() -> Package {
    let mut shader = mesh("new");
    let mut branches = vec![("g_bNew", BranchKind::Bool)];
    let kinds: Vec<_> =
        shader.branches.branches().iter().map(|branch| (branch.name.clone(), branch.kind.clone())).collect();
    branches.extend(kinds.iter().map(|(name, kind)| (name.as_str(), kind.clone())));
    shader.branches = layout(branches);
    let Decision::Table(table) = &shader.decision else { unreachable!("the sample has a table") };
    shader.decision = Decision::Table((0..table.len() * 2).map(|bits| table[bits / 2]).collect());
    Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders: vec![shader] }] }
}

fn handles() -> Result<(), Failed> {
    let live = Live::new(open(&package()));
    let shader = live.shader("spirv", "RenderMesh")?;
    let simple = live.shader("spirv", "RenderSimple")?;
    let skinning = live.branch(shader, "g_bSkinning")?;
    assert_eq!(live.shader("spirv", "RenderMesh")?, shader, "the same name, the same handle");
    assert!(matches!(live.shader("spirv", "Nothing"), Err(Error::UnknownShader { .. })));
    assert!(matches!(live.branch(shader, "g_bNothing"), Err(Error::UnknownBranch { .. })));
    let code = || -> Result<(u64, Vec<u8>), Error> {
        let now = live.current();
        let mesh = now.shader(shader)?;
        let key = mesh.key().with(now.branch(skinning)?, true);
        let technique = mesh.technique(key)?;
        Ok((key.bits(), technique.vertex().map_or_else(Vec::new, |vertex| vertex.code().unwrap())))
    };
    let before = live.current();
    assert_eq!(code()?, (1, b"spirv vertex skinned skinned skinned skinned skinned".to_vec()));

    let lost = live.reload(open(&reordered()));
    assert_eq!(lost.len(), 1, "{lost:?}");
    assert!(matches!(&lost[0], Error::UnknownShader { asked, .. } if asked == "RenderSimple"));
    assert_eq!(code()?, (2, b"new vertex skinned skinned skinned skinned skinned".to_vec()), "the branch has moved");
    assert!(matches!(live.current().shader(simple), Err(Error::UnknownShader { .. })));
    // Who holds the old archive still reads it.
    assert_eq!((before.number(), live.current().number()), (0, 1));
    assert_eq!(before.shader(simple)?.name(), "RenderSimple");

    // What was lost is found again; what is newer than a generation is not in it.
    assert!(live.reload(open(&package())).is_empty());
    assert_eq!(live.current().shader(simple)?.name(), "RenderSimple");
    let tonemap = live.shader("spirv", "Tonemap")?;
    assert_eq!(before.shader(tonemap).unwrap_err(), Error::UnknownHandle);
    assert_eq!(live.current().shader(tonemap)?.name(), "Tonemap");
    Ok(())
}

fn threads() -> Result<(), Failed> {
    let live = Live::new(open(&package()));
    let shader = live.shader("spirv", "RenderMesh")?;
    let skinning = live.branch(shader, "g_bSkinning")?;
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| -> Result<(), Failed> {
        let readers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let mut seen = [0usize; 2];
                    while !done.load(Ordering::Relaxed) {
                        let now = live.current();
                        let mesh = now.shader(shader).unwrap();
                        let key = mesh.key().with(now.branch(skinning).unwrap(), true);
                        let technique = mesh.technique(key).map_err(Error::from).unwrap();
                        // Key and technique are of one archive, the old or the new.
                        assert_eq!(technique.final_values().bits(), 1);
                        seen[usize::from(key.bits() == 2)] += 1;
                    }
                    seen
                })
            })
            .collect();
        let (old, new) = (package(), reordered());
        for round in 0..60 {
            assert_eq!(live.reload(open(if round % 2 == 0 { &new } else { &old })).len(), 0);
        }
        done.store(true, Ordering::Relaxed);
        for reader in readers {
            let seen = reader.join().map_err(|_| "a reader panicked")?;
            assert!(seen[0] + seen[1] > 0);
        }
        Ok(())
    })
}
