//! Where the members of constant buffers lie: on the device, against Direct3D's rules.

use super::*;

/// A member of a cbuffer: its type, its elements (0: no array).
type Member = (&'static str, u32);

const TYPES: [&str; 14] = [
    "float",
    "float2",
    "float3",
    "float4",
    "int",
    "uint3",
    "bool",
    "float4x4",
    "row_major float3x4",
    "column_major float3x4",
    "float2x3",
    "row_major float2x2",
    "column_major float4x2",
    "S",
];

/// A shader that adds up all numbers in a cbuffer, each with a factor of its own.
fn summing(members: &[Member]) -> String {
    let mut text = "struct S { float3 a; float b; float2 c; };\ncbuffer C\n{\n".to_owned();
    let mut sum = String::new();
    let mut factor = 1;
    for (at, (ty, count)) in members.iter().enumerate() {
        let array = if *count > 0 { format!("[{count}]") } else { String::new() };
        text += &format!("    {ty} m{at}{array};\n");
        for element in 0..(*count).max(1) {
            let value = if *count > 0 { format!("m{at}[{element}]") } else { format!("m{at}") };
            let parts: Vec<String> = match ty.split_whitespace().last().unwrap_or(ty) {
                "S" => vec![format!("dot({value}.a, float3(1, 2, 3))"), format!("{value}.b"), format!("{value}.c.y")],
                matrix if matrix.contains('x') => {
                    let (rows, columns) = (matrix.as_bytes()[5] - b'0', matrix.as_bytes()[7] - b'0');
                    (0..rows)
                        .flat_map(|r| (0..columns).map(move |c| (r, c)))
                        .map(|(r, c)| format!("{value}[{r}][{c}]"))
                        .collect()
                }
                plain => match plain.as_bytes()[plain.len() - 1] {
                    lanes @ b'2'..=b'4' => (0..lanes - b'0').map(|lane| format!("{value}[{lane}]")).collect(),
                    _ => vec![value],
                },
            };
            for part in parts {
                sum += &format!("    sum = sum * 0.75 + frac((float){part} * 0.001) * {factor};\n");
                factor = factor % 7 + 1;
            }
        }
    }
    text += "};\nfloat4 main() : SV_Target\n{\n    float sum = 0;\n";
    text + &sum + "    return sum;\n}\n"
}

/// Constants of any types come from where Direct3D has them: the same numbers are put in the reference's places and in ours.
pub fn constants() -> Result<(), Failed> {
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 1, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let member = (proptest::sample::select(TYPES.to_vec()), prop_oneof![3 => Just(0_u32), 1 => 1_u32..4]);
    let blocks = proptest::collection::vec(proptest::collection::vec(member, 1..9), 40);
    runner
        .run(&blocks, |blocks| {
            let fail = |error: String| TestCaseError::fail(error);
            let mut prepared = Vec::new();
            for members in &blocks {
                let text = summing(members);
                let reference = glslang::hlsl(&text, batch::Stage::Pixel, "main").map_err(fail)?;
                let own = for_judge(&text, batch::Stage::Pixel, "main", Version::default()).map_err(fail)?;
                let (reference, own) =
                    (Part::new(reference, "main").map_err(fail)?, Part::new(own, "main").map_err(fail)?);
                let scene = Scene::of(1, &[&reference.shape]);
                let first = scene.alone(&reference).map_err(fail)?;
                // glslang 12 leaves out the rest of the last row of an array, matrix or structure; Direct3D does not.
                prepared.push((text, first, scene.in_direct3d().alone(&own).map_err(fail)?));
            }
            let jobs: Vec<batch::Job> =
                prepared.iter().flat_map(|(_, first, second)| [first.job.clone(), second.job.clone()]).collect();
            let outcomes = runner::run(&jobs).map_err(fail)?;
            for ((text, first, second), outcomes) in prepared.iter().zip(outcomes.as_chunks::<2>().0) {
                let (Some(reference), Some(own)) = (first.written(&outcomes[0]), second.written(&outcomes[1])) else {
                    return Err(fail(format!("not run: {text}")));
                };
                let differences = compare(&reference, &own, Tolerance::ROUNDING);
                let told: Vec<String> = differences.iter().map(ToString::to_string).collect();
                prop_assert!(told.is_empty(), "{}\n{text}", told.join("; "));
            }
            Ok(())
        })
        .map_err(|error| error.to_string().into())
}
