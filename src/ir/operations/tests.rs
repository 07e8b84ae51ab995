use std::collections::BTreeSet;

use super::*;

#[test]
fn no_name_stands_twice_in_a_language() {
    for words in Vocabulary::ALL {
        let mut seen = BTreeSet::new();
        let twice: Vec<&str> = words.functions().filter(|name| !seen.insert(*name)).collect();
        assert!(twice.is_empty(), "{words:?}: {twice:?}");
        let mut seen = BTreeSet::new();
        let methods = METHODS.iter().flat_map(|row| row.names.of(words)).copied();
        let twice: Vec<&str> = methods.filter(|name| !seen.insert(*name)).collect();
        assert!(twice.is_empty(), "{words:?}: {twice:?}");
    }
}

#[test]
fn a_row_stands_where_its_member_says() {
    for (at, row) in OPERATIONS.iter().enumerate() {
        assert_eq!(row.intrinsic as usize, at);
        assert!(std::ptr::eq(row.intrinsic.operation(), row));
        let is_foreign = matches!(row.family, Family::Unsupported(_) | Family::Print | Family::DispatchMesh)
            && row.signatures.is_empty();
        assert!(row.names.hlsl.is_empty() == row.signatures.is_empty() || is_foreign, "{:?}", row.intrinsic);
        assert!(!is_foreign || !row.effect.is_pure(), "{:?}", row.intrinsic);
        // What lies at an address is a place, which no message names.
        let is_place = row.family == Family::AtAddress;
        assert!(is_place || !row.name(Vocabulary::Hlsl).is_empty(), "{:?}", row.intrinsic);
        for name in row.names.hlsl {
            assert!(std::ptr::eq(Vocabulary::Hlsl.function(name).expect("its name is known"), row));
        }
    }
    for (at, row) in METHODS.iter().enumerate() {
        assert_eq!(row.method as usize, at);
        assert!(std::ptr::eq(row.method.operation(), row));
    }
}

#[test]
fn an_effect_is_that_of_its_family() {
    for row in OPERATIONS {
        let name = row.name(Vocabulary::Hlsl);
        let all_write = row.signatures.iter().all(|signature| parameters(signature).any(is_written));
        let by_arguments = !row.signatures.is_empty() && row.family != Family::MeshOutputs;
        assert!(!by_arguments || (row.effect == Effect::Writes) == all_write, "{name}");
        match row.family {
            Family::Derivative(..) => assert_eq!(row.effect, Effect::Derivative, "{name}"),
            Family::Sampled(_, Sampling::Gradient | Sampling::Level) => assert_eq!(row.effect, Effect::Reads, "{name}"),
            Family::Sampled(..) => assert_eq!(row.effect, Effect::Derivative, "{name}"),
            Family::Wave | Family::LaneOperation(..) => assert_eq!(row.effect, Effect::Lanes, "{name}"),
            Family::Barrier(..) => assert_eq!(row.effect, Effect::Barrier, "{name}"),
            Family::Atomic(_) => assert_eq!(row.effect, Effect::Writes, "{name}"),
            Family::Component | Family::Matrix | Family::Bits | Family::Residency | Family::StructureAddress => {
                assert_eq!(row.effect, Effect::None, "{name}")
            }
            Family::HelperInvocation
            | Family::AtAddress
            | Family::AtVertex
            | Family::AtPoint(_)
            | Family::ArrayLength
            | Family::Clock => assert_eq!(row.effect, Effect::Reads, "{name}"),
            Family::Arithmetic => {
                assert!(matches!(row.effect, Effect::None | Effect::Writes | Effect::Ends), "{name}");
            }
            Family::Print | Family::MeshOutputs => assert_eq!(row.effect, Effect::Writes),
            Family::DispatchMesh => assert_eq!(row.effect, Effect::Ends),
            Family::Unsupported(why) => assert!(!why.is_empty(), "{name}"),
        }
        // Only what depends on its arguments alone is constant.
        assert!(row.evaluate.is_none() || row.effect == Effect::None, "{name}");
    }
    for row in METHODS {
        let results = row.signatures.iter().flat_map(|(_, all)| *all);
        let gives_nothing = results.clone().all(|signature| signature.starts_with("void("));
        let expected = match row.family {
            MethodFamily::LevelOfDetail { .. } => Effect::Derivative,
            MethodFamily::Load
            | MethodFamily::SubpassLoad
            | MethodFamily::Gather { .. }
            | MethodFamily::SamplePosition => Effect::Reads,
            MethodFamily::Dimensions | MethodFamily::Store | MethodFamily::Atomic(_) | MethodFamily::Append => {
                assert!(gives_nothing, "{:?}", row.method);
                Effect::Writes
            }
            MethodFamily::Consume | MethodFamily::Count { .. } => Effect::Writes,
            MethodFamily::RayQuery(
                RayOperation::Initialize
                | RayOperation::Terminate
                | RayOperation::Proceed
                | RayOperation::Confirm
                | RayOperation::Generate,
            ) => Effect::Writes,
            MethodFamily::RayQuery(_) => Effect::Reads,
            MethodFamily::Sample { .. } => {
                assert!(row.effect.is_pure(), "{:?}", row.method);
                continue;
            }
        };
        assert_eq!(row.effect, expected, "{:?}", row.method);
    }
}

#[test]
fn a_name_is_known_in_its_language_alone() {
    let only = |one: Vocabulary, other: Vocabulary, function: &str| {
        one.function(function).is_some() && other.function(function).is_none()
    };
    assert!(only(Vocabulary::Hlsl, Vocabulary::Glsl, "lerp") && only(Vocabulary::Glsl, Vocabulary::Hlsl, "mix"));
    assert!(Vocabulary::Glsl.method("texture").is_some() && Vocabulary::Hlsl.method("texture").is_none());
    assert!(Vocabulary::Hlsl.method("Sample").is_some() && Vocabulary::Glsl.method("Sample").is_none());
    let names = |intrinsic: Intrinsic| Vocabulary::ALL.map(|language| intrinsic.operation().name(language));
    assert_eq!((names(Intrinsic::Lerp), names(Intrinsic::Frac)), (["lerp", "mix"], ["frac", "fract"]));
    // GLSL has an operator for it.
    assert_eq!(names(Intrinsic::Mul), ["mul", "mul"]);
    // A row of GLSL alone: nothing of HLSL is asked for.
    let row = Names { hlsl: &[], glsl: &["textureQueryLevels"] };
    assert_eq!(Vocabulary::ALL.map(|language| row.shown(language)), ["textureQueryLevels", "textureQueryLevels"]);
}

#[test]
fn what_only_computes_is_pure() {
    let pure =
        ["dot2add", "dot4add_u8packed", "msad4", "asuint16", "pack_clamp_s8", "tex1Dlod", "ddx", "asuint", "select"];
    assert!(pure.into_iter().all(|name| is_pure(Vocabulary::Hlsl, name)));
    let not = [
        "clip",
        "abort",
        "TraceRay",
        "sincos",
        "modf",
        "InterlockedAdd",
        "WaveActiveSum",
        "QuadAny",
        "AllMemoryBarrier",
        "printf",
    ];
    assert!(!not.into_iter().any(|name| is_pure(Vocabulary::Hlsl, name)));
    // A name belongs to its language.
    assert!(
        is_pure(Vocabulary::Glsl, "mix") && !is_pure(Vocabulary::Glsl, "lerp") && !is_pure(Vocabulary::Hlsl, "mix")
    );
    assert!(!is_pure(Vocabulary::Glsl, "atomicAdd") && !is_pure(Vocabulary::Glsl, "barrier"));
    assert!(
        is_pure_method(Vocabulary::Hlsl, "GetSamplePosition") && !is_pure_method(Vocabulary::Hlsl, "GetDimensions")
    );
}

#[test]
fn written_arguments_are_those_of_the_signature() {
    let written = |name, given| written_arguments(Vocabulary::Hlsl, name, given);
    assert_eq!(written("modf", 2), 0b10);
    assert_eq!(written("sincos", 3), 0b110);
    assert_eq!((written("asuint", 1), written("asuint", 3)), (0, 0b110));
    // An optional result counts also where the call leaves it out: there is no such argument then.
    assert_eq!((written("InterlockedAdd", 2), written("InterlockedAdd", 3)), (0b101, 0b101));
    assert_eq!(written("InterlockedCompareExchange", 4), 0b1001);
    // GLSL's `atomicCompSwap(memory, compare, value)` is no signature of HLSL's.
    assert_eq!(written_arguments(Vocabulary::Glsl, "atomicCompSwap", 3), 0b1001);
    assert_eq!(written("lerp", 3), 0);
    let written = |name, given| written_by_method(Vocabulary::Hlsl, name, given);
    assert_eq!((written("Load", 1), written("Load", 2)), (0, 0b10));
    // Of a cube, which has no offset, `SampleGrad(sampler, at, x, y, clamp, status)`.
    assert_eq!((written("SampleGrad", 5), written("SampleGrad", 6)), (0, 0b10_0000));
    assert_eq!((written("InterlockedAdd", 2), written("InterlockedAdd", 3)), (0, 0b100));
    assert_eq!((written("GetDimensions", 2), written("Store", 2)), (u64::MAX, 0));
}

#[test]
fn constants_are_exact() {
    let int = |value| Literal::Int(value);
    let float = |value| Literal::Float(value);
    let value =
        |intrinsic: Intrinsic, arguments: &[Literal]| intrinsic.operation().evaluate.and_then(|of| of(arguments));
    assert_eq!(value(Intrinsic::Abs, &[int(-3)]), Some(int(3)));
    assert_eq!(value(Intrinsic::Round, &[float(2.5)]), Some(float(2.0)));
    assert_eq!(value(Intrinsic::Frac, &[float(-0.25)]), Some(float(0.75)));
    assert_eq!(value(Intrinsic::Clamp, &[float(3.0), float(0.0), float(2.0)]), Some(float(2.0)));
    assert_eq!(value(Intrinsic::Sqrt, &[float(-1.0)]), None);
    assert_eq!((value(Intrinsic::Countbits, &[int(7)]), value(Intrinsic::Countbits, &[int(-1)])), (Some(int(3)), None));
    assert_eq!(value(Intrinsic::Sin, &[float(0.0)]), None);
}
