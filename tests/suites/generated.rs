//! Generated sidecars: exploration equals brute force, permutation by permutation.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::harness;
use libtest_mimic::{Failed, Trial};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use uberc::diag::Sources;
use uberc::dialect::Registry;
use uberc::explore::{
    Cost, OutcomeDiagram, branch_costs, brute_force, count_finals, explore, final_counts, mismatches,
};
use uberc::model::{
    Branch, Cube, CubeOutcome, Decision, Exploration, FinalCube, FinalTechnique, Limits, MacroDefinition, MacroTable,
    Outcome, Permutation, ShaderDeclaration, SourceUnit, Target, TechniqueId,
};
use uberc::pack::decide;
use uberc::sidecar::{Request, load};

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("explore::generated_sidecars_equal_brute_force", generated),
        harness::trial("explore::wide_sidecars_cover_every_sampled_key_once", wide),
        harness::trial("explore::results_not_branches_are_paid_for", many),
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
        let registry = Registry::standard();
        let dialect = registry.first();
        let request = Request {
            infos: &std::collections::BTreeMap::new(),
            info_files: &[],
            unit: &unit,
            registry: &registry,
            dialect,
            target: Target::Spirv,
            macros: &macros,
            generator_options: &std::collections::BTreeMap::new(),
            lua_paths: &[],
            limits: &limits,
            cancelled: &Default::default(),
        };
        let (sidecar, diagnostics) = load(&request, &sources);
        if let Some(first) = diagnostics.first() {
            return Err(TestCaseError::fail(format!("{name}: {first:?}\n{text}")));
        }
        let sidecar = sidecar.ok_or_else(|| TestCaseError::fail("no sidecar"))?;
        let (exploration, diagnostics) = explore(&sidecar.shaders[0], &mut sidecar.specializer(0), &limits);
        let allowed = ["sidecar/lua-error", "sidecar/no-permutation"];
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
        if let Some(first) = wrong.first() {
            return Err(format!("{} differ, first {}", wrong.len(), shader.branches.describe(first.0)));
        }
        let (distinct, counted) = final_counts(shader, exploration, &brute);
        if counted != Some(distinct) {
            return Err(format!("{distinct} final techniques, counted {counted:?}"));
        }
        diagram_is_the_function(shader, exploration)?;
        parts_are_the_finals(shader, exploration)
    })
}

/// The diagram answers as the cubes do, counts what listing counts, whole and in part, and does not depend on how the
/// cubes came about.
fn diagram_is_the_function(shader: &ShaderDeclaration, exploration: &Exploration) -> Result<(), String> {
    let layout = &shader.branches;
    let known = OutcomeDiagram::of(layout, exploration).map_err(|error| error.to_string())?;
    let all = || (0..=layout.mask()).map(Permutation).filter(|key| layout.exists(key.0));
    let mut outcomes = BTreeMap::new();
    let mut techniques = BTreeMap::new();
    for key in all() {
        let scanned: Vec<&CubeOutcome> = exploration.cubes.iter().filter(|cube| cube.cube.contains(key)).collect();
        let [only] = scanned[..] else { return Err(format!("{} cubes hold {:#x}", scanned.len(), key.0)) };
        if exploration.cube_of(key) != Some(only) || known.lookup(key) != Some(only.outcome) {
            return Err(format!("a look-up differs at {:#x}", key.0));
        }
        *outcomes.entry(only.outcome).or_insert(0u128) += 1;
        if let Outcome::Built { technique, .. } = only.outcome {
            *techniques.entry(technique).or_insert(0u128) += 1;
        }
    }
    let counted: BTreeMap<Outcome, u128> = known.outcomes.iter().copied().zip(known.permutations()).collect();
    if counted != outcomes || known.permutations_of_techniques() != techniques {
        return Err(format!("counted {counted:?}, listed {outcomes:?}"));
    }
    if let Some(odd) =
        (0..=layout.mask()).find(|bits| !layout.exists(*bits) && known.lookup(Permutation(*bits)).is_some())
    {
        return Err(format!("{odd:#x} does not exist"));
    }

    let costs = branch_costs(layout, exploration, &known).map_err(|error| error.to_string())?;
    let resolved = |zero: u64| -> BTreeSet<FinalTechnique> {
        all().filter(|key| key.0 & zero == 0).filter_map(|key| exploration.resolve(layout, key)).collect()
    };
    let techniques = |finals: &BTreeSet<FinalTechnique>| {
        finals.iter().map(|last| last.technique).collect::<BTreeSet<TechniqueId>>().len()
    };
    let whole = resolved(0);
    for (branch, cost) in layout.branches().iter().zip(costs) {
        let rest = resolved(branch.mask());
        let listed =
            Cost { techniques: techniques(&whole) - techniques(&rest), finals: (whole.len() - rest.len()) as u128 };
        if cost != listed {
            return Err(format!("{} costs {listed:?}, counted {cost:?}", branch.name));
        }
    }

    // The same function from other cubes: last first, each split on a branch it leaves free.
    let mut split = Vec::new();
    for (at, cube) in exploration.cubes.iter().enumerate().rev() {
        let free = layout.branches().iter().filter(|branch| branch.width > 0 && branch.mask() & cube.cube.mask == 0);
        match free.clone().nth(at % free.count().max(1)) {
            None => split.push(cube.clone()),
            Some(branch) => split.extend((0..branch.value_count()).map(|value| CubeOutcome {
                cube: Cube { mask: cube.cube.mask | branch.mask(), value: cube.cube.value | branch.insert(value) },
                ..cube.clone()
            })),
        }
    }
    let other = Exploration::new(0, exploration.techniques.clone(), split);
    if OutcomeDiagram::of(layout, &other) != Ok(known) {
        return Err("the diagram depends on the cubes".to_owned());
    }
    Ok(())
}

/// Splitting cubes on any set of branches leaves a division of the permutations, and final cubes that hold exactly the
/// final techniques.
fn parts_are_the_finals(shader: &ShaderDeclaration, exploration: &Exploration) -> Result<(), String> {
    let layout = &shader.branches;
    let names = ["a", "n", "q"];
    let some: u64 =
        layout.branches().iter().filter(|branch| names.contains(&branch.name.as_str())).map(Branch::mask).sum();
    for live in [0, some, layout.mask()] {
        let parts: Vec<(Cube, FinalCube)> =
            exploration.cubes.iter().flat_map(|cube| cube.parts(layout, live)).collect();
        for key in (0..=layout.mask()).map(Permutation).filter(|key| layout.exists(key.0)) {
            let holding: Vec<&(Cube, FinalCube)> = parts.iter().filter(|(cube, _)| cube.contains(key)).collect();
            let right = match (exploration.resolve(layout, key), &holding[..]) {
                (None, []) => true,
                (Some(last), [(_, cube)]) => {
                    cube.technique == last.technique
                        && last.values.0 & cube.mask == cube.value
                        && live & !cube.mask == 0
                        && last.values.0 & !cube.mask == key.0 & !cube.mask
                }
                _ => false,
            };
            if !right {
                return Err(format!("{} parts hold {:#x} when split on {live:#x}", holding.len(), key.0));
            }
        }
    }
    Ok(())
}

/// With 55 branches more, so that keys cross 32 bits: cubes are disjoint and hold every permutation, by counting, and
/// sampled keys have the outcome that a plain call gives.
fn wide() -> Result<(), Failed> {
    with_program("wide", 54, |sidecar, exploration| {
        let shader = &sidecar.shaders[0];
        let layout = &shader.branches;
        assert!(layout.bits() > 58, "{} bits", layout.bits());
        let held = |cube: Cube| layout.permutations_in(cube);
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
        let known = OutcomeDiagram::of(layout, exploration).map_err(|error| error.to_string())?;
        if known.permutations().iter().sum::<u128>() != layout.permutations() {
            return Err("the diagram does not hold every permutation".to_owned());
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
            if known.lookup(key) != Some(cube.outcome) {
                return Err(format!("the diagram differs at {}", layout.describe(key.0)));
            }
            let same = match (&cube.outcome, run.result) {
                (Outcome::NotBuilt, Ok(None)) | (Outcome::Failed, Err(_)) => true,
                (Outcome::Built { technique, written_mask, written_value }, Ok(Some(found))) => {
                    exploration.techniques[technique.0 as usize] == found
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

/// 10 to 60 branches, 200 results: as many runs, cubes and final cubes each time, and an archive that answers every
/// sampled key, whether the branches that nothing asks are cleared or pass through.
fn many() -> Result<(), Failed> {
    for (branches, passing) in [(10, false), (40, false), (60, false), (10, true), (40, true), (60, true)] {
        let sources = Sources::new(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("benches"));
        let unit = SourceUnit { sidecar: "many_branches.fx.lua".into(), source: Some("many.fx".into()) };
        let (limits, mut macros) = (Limits::default(), MacroTable::new());
        let known = |name: &str, value: u32| MacroDefinition {
            name: name.into(),
            defined: None,
            function_like: false,
            expanded: value.to_string(),
        };
        macros.insert("BRANCHES".into(), known("BRANCHES", branches));
        macros.insert("PASS".into(), known("PASS", u32::from(passing)));
        let registry = Registry::standard();
        let dialect = registry.first();
        let request = Request {
            infos: &std::collections::BTreeMap::new(),
            info_files: &[],
            unit: &unit,
            registry: &registry,
            dialect,
            target: Target::Spirv,
            macros: &macros,
            generator_options: &std::collections::BTreeMap::new(),
            lua_paths: &[],
            limits: &limits,
            cancelled: &Default::default(),
        };
        let sidecar = load(&request, &sources).0.ok_or("the sidecar loads")?;
        let shader = &sidecar.shaders[0];
        let layout = &shader.branches;
        let (exploration, found) = explore(shader, &mut sidecar.specializer(0), &limits);
        let others = if passing { 1u128 << (branches - 8) } else { 1 };
        assert_eq!((exploration.runs, exploration.cubes.len(), exploration.final_cubes().len()), (256, 256, 200));
        assert_eq!(count_finals(layout, &exploration, Cube::ALL), Ok(200 * others));
        let codes: Vec<&str> = found.iter().map(|found| found.code).collect();
        assert!(codes.is_empty(), "{codes:?}");
        let diagram = OutcomeDiagram::of(layout, &exploration)?;
        assert!(diagram.diagram.nodes() < 256, "{} nodes", diagram.diagram.nodes());
        let shares = diagram.permutations_of_techniques();
        assert_eq!(shares.len(), 200);
        assert!(shares.values().all(|share| *share == 1 << (branches - 8)), "{shares:?}");

        // Split on no branch, as if nothing that passes through were live: 200 packed techniques.
        let parts = exploration.cubes.iter().flat_map(|cube| cube.parts(layout, 0));
        let parts: Vec<(Cube, u32)> = parts.map(|(cube, last)| (cube, last.technique.0)).collect();
        let decision = decide(layout, parts)?;
        let mut key = 1u64;
        for _ in 0..2_000 {
            key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let permutation = Permutation(key.rotate_left(20) & layout.mask());
            let packed = match &decision {
                Decision::Table(table) => table[permutation.0 as usize],
                Decision::Diagram(diagram) => diagram.lookup(permutation),
                Decision::Cubes(cubes) => {
                    let holding: Vec<u32> = cubes
                        .iter()
                        .filter(|(cube, _)| cube.contains(permutation))
                        .map(|(_, number)| *number)
                        .collect();
                    assert!(holding.len() <= 1, "{holding:?}");
                    holding.first().copied()
                }
            };
            let expected = exploration.resolve(layout, permutation).map(|last| last.technique.0);
            assert_eq!(packed, expected, "{:#x}", permutation.0);
        }
    }
    Ok(())
}
