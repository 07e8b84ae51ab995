//! Generated sidecars: exploration equals brute force, permutation by permutation.

use std::fmt::Write as _;

use libtest_mimic::{Failed, Trial};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use uberc::diag::Sources;
use uberc::explore::{brute_force, explore, mismatches};
use uberc::model::{Cube, Limits, MacroTable, Outcome, SourceUnit, Target};
use uberc::sidecar::{Request, load};

pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("explore::generated_sidecars_equal_brute_force", generated),
        Trial::test("explore::wide_sidecars_cover_every_sampled_key_once", wide),
    ]
}

/// The branches of a generated shader, as Lua.
const BRANCHES: &[(&str, &str)] = &[
    ("a", "\"a\""),
    ("b", "\"b\""),
    ("n", "Int(\"n\", -1, 3)"),
    ("c", "\"c\""),
    ("q", "Enum(\"q\", {\"Low\", \"Mid\", \"High\"})"),
    ("one", "Int(\"one\", 7, 7)"),
    ("d", "\"d\""),
];

/// Bytes as choices; when they run out, everything becomes the simplest choice.
struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
    branches: Vec<(&'static str, String)>,
    /// A copy reads every branch, which a wide shader cannot afford.
    copies: bool,
}

impl Choices<'_> {
    fn pick(&mut self, count: usize) -> usize {
        self.bytes.next().map_or(0, |byte| usize::from(*byte) % count)
    }

    fn branch(&mut self) -> String {
        let at = self.pick(self.branches.len());
        self.branches[at].0.to_owned()
    }

    fn value(&mut self, branch: &str) -> String {
        match branch {
            "n" => ["-1", "0", "1", "2", "3"][self.pick(5)].to_owned(),
            "q" => ["\"Low\"", "\"Mid\"", "\"High\""][self.pick(3)].to_owned(),
            "one" => "7".to_owned(),
            _ => ["false", "true"][self.pick(2)].to_owned(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let branch = self.branch();
        let read = match self.pick(4) {
            0 => format!("rawget(p, \"{branch}\")"),
            _ => format!("p.{branch}"),
        };
        let value = self.value(&branch);
        let simple = format!("{read} == {value}");
        if depth == 0 {
            return simple;
        }
        match self.pick(6) {
            0 => format!("({simple} and {})", self.condition(depth - 1)),
            1 => format!("({simple} or {})", self.condition(depth - 1)),
            2 => format!("not ({simple})"),
            3 if branch == "n" => format!("{read} > {value}"),
            _ => simple,
        }
    }

    fn statement(&mut self, out: &mut String, indent: &str) {
        let branch = self.branch();
        match self.pick(8) {
            0 | 1 => {
                let value = self.value(&branch);
                let _ = writeln!(out, "{indent}p.{branch} = {value}");
            }
            2 => {
                let _ = writeln!(out, "{indent}t.Defines.D_{branch} = p.{branch}");
            }
            3 => {
                let (to, condition) = (["a", "b"][self.pick(2)], self.condition(1));
                let _ = writeln!(out, "{indent}p.{to} = {condition}");
            }
            4 => {
                let _ = writeln!(out, "{indent}t.RenderState.CullMode = CullMode.CW");
            }
            5 => {
                let _ = writeln!(out, "{indent}t.RenderState = AlphaBlendRenderState");
            }
            6 => {
                let _ = writeln!(out, "{indent}t.VertexFormat = tostring(next(p) ~= nil) .. \"{branch}\"");
            }
            _ => {
                let _ = writeln!(out, "{indent}p.{branch} = p.{branch}");
            }
        }
    }

    fn block(&mut self, out: &mut String, depth: usize) {
        let indent = "\t".repeat(7 - depth);
        for _ in 0..self.pick(3) {
            self.statement(out, &indent);
        }
        if depth > 0 && self.pick(4) != 3 {
            let condition = self.condition(1);
            let _ = writeln!(out, "{indent}if {condition} then");
            self.block(out, depth - 1);
            let _ = writeln!(out, "{indent}else");
            self.block(out, depth - 1);
            let _ = writeln!(out, "{indent}end");
            return;
        }
        let entry = self.pick(3);
        let _ = writeln!(out, "{indent}t.PixelShader = \"main{entry}\"");
        let choice = self.pick(12);
        let text = match if (2..=4).contains(&choice) && !self.copies { 6 } else { choice } {
            0 => "return nil".to_owned(),
            1 => "error(\"refused\")".to_owned(),
            2 => "return t, table.clone(p)".to_owned(),
            3 => "local o = {} for k, v in pairs(p) do o[k] = v end return t, o".to_owned(),
            4 => {
                let branch = self.branch();
                let value = self.value(&branch);
                format!("local o = {{}} for k, v in p do o[k] = v end o.{branch} = {value} return t, o")
            }
            5 => "return t".to_owned(),
            _ => "return t, p".to_owned(),
        };
        let _ = writeln!(out, "{indent}do {text} end");
    }
}

fn program(bytes: &[u8], extra: usize) -> String {
    let branches: Vec<(&'static str, String)> =
        BRANCHES.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
    let mut list: Vec<String> = branches.iter().map(|(_, text)| text.clone()).collect();
    // Branches that nothing reads or writes, in between: keys grow, results do not.
    for at in 0..extra {
        list.insert((at * 3) % list.len(), format!("\"x{at}\""));
    }
    let mut choices = Choices { bytes: bytes.iter(), branches, copies: extra == 0 };
    let mut out = format!("local s = Shader(\"S\")\ns.Branches = {{{}}}\n", list.join(", "));
    out += "function s.Specialize(p)\n\tlocal t = Technique()\n";
    // An `if` of which both sides return ends a function; the `do` makes that true for Lua's grammar as well.
    choices.block(&mut out, 6);
    out += "end\n";
    out
}

fn with_program(
    name: &str,
    extra: usize,
    check: impl Fn(&uberc::sidecar::Sidecar, &uberc::model::Exploration) -> Result<(), String>,
) -> Result<(), Failed> {
    let config = Config { cases: if extra == 0 { 200 } else { 100 }, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&vec(any::<u8>(), 0..400), |bytes| {
        let text = program(&bytes, extra);
        let sources = Sources::in_memory([("s.fx.lua", text.as_str())]);
        let unit = SourceUnit { sidecar: "s.fx.lua".into(), source: Some("s.fx".into()) };
        let limits = Limits { techniques: 1 << 12, ..Limits::default() };
        let macros = MacroTable::new();
        let request = Request { unit: &unit, target: Target::Spirv, macros: &macros, lua_paths: &[], limits: &limits };
        let (sidecar, diagnostics) = load(&request, &sources);
        if let Some(first) = diagnostics.first() {
            return Err(TestCaseError::fail(format!("{name}: {first:?}\n{text}")));
        }
        let sidecar = sidecar.ok_or_else(|| TestCaseError::fail("no sidecar"))?;
        let (exploration, diagnostics) = explore(&sidecar.shaders[0], &mut sidecar.specializer(0), &limits);
        let allowed = ["sidecar/lua-error", "sidecar/no-permutation", "explore/too-many-techniques"];
        if let Some(odd) = diagnostics.iter().find(|found| !allowed.contains(&found.code)) {
            return Err(TestCaseError::fail(format!("{odd:?}\n{text}")));
        }
        check(&sidecar, &exploration).map_err(|why| TestCaseError::fail(format!("{why}\n{text}")))
    });
    result.map_err(|error| error.to_string().into())
}

fn generated() -> Result<(), Failed> {
    with_program("generated", 0, |sidecar, exploration| {
        let shader = &sidecar.shaders[0];
        let brute = brute_force(shader, &mut sidecar.plain_specializer(0)).map_err(|found| found.message)?;
        let wrong = mismatches(shader, exploration, &brute);
        match wrong.first() {
            Some(first) => Err(format!("{} differ, first {}", wrong.len(), shader.branches.describe(first.0))),
            None => Ok(()),
        }
    })
}

/// With 55 branches more, so that keys cross 32 bits: cubes are disjoint and hold every permutation, by counting, and
/// sampled keys have the outcome that a plain call gives.
fn wide() -> Result<(), Failed> {
    with_program("wide", 54, |sidecar, exploration| {
        let shader = &sidecar.shaders[0];
        let layout = &shader.branches;
        assert!(layout.bits() > 58, "{} bits", layout.bits());
        let held = |cube: Cube| uberc::explore::final_count(shader, cube);
        let sum: u128 = exploration.cubes.iter().map(|cube| held(cube.cube)).sum();
        if sum != layout.permutations() {
            return Err(format!("cubes hold {sum} of {}", layout.permutations()));
        }
        for (at, cube) in exploration.cubes.iter().enumerate() {
            let apart = |other: &uberc::model::CubeOutcome| {
                (cube.cube.value ^ other.cube.value) & cube.cube.mask & other.cube.mask != 0
            };
            if !exploration.cubes[at + 1..].iter().all(apart) {
                return Err(format!("cube {at} overlaps another"));
            }
        }
        let mut plain = sidecar.plain_specializer(0);
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..40 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let key = layout.branches().iter().fold(0, |key, branch| {
                key | branch.insert((state.rotate_left(u32::from(branch.first_bit)) >> 7) % branch.value_count())
            });
            let key = uberc::model::Permutation(key);
            let run = uberc::model::Specialize::specialize(&mut plain, key);
            let cube = exploration.cube_of(key).ok_or("a key lies in no cube")?;
            let same = match (&cube.outcome, run.result) {
                (Outcome::NotBuilt, Ok(None)) | (Outcome::Failed, Err(_)) => true,
                (Outcome::Built { technique, written_mask, written_value }, Ok(Some(found))) => {
                    exploration.techniques[technique.0 as usize] == *found
                        && key.0 & !written_mask | written_value == key.0 & !run.written_mask | run.written_value
                }
                _ => false,
            };
            if !same {
                return Err(format!("differs at {}", layout.describe(key.0)));
            }
        }
        Ok(())
    })
}
