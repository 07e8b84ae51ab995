//! Debug information in SPIR-V: the lines of instructions, and no debug information without the option.

use super::*;

/// A module's debug instructions: `OpSource`s by file (language, other operands), opcodes at file and line, `OpName`s.
struct Debug {
    sources: Vec<(String, Vec<Operand>)>,
    places: BTreeSet<(String, u32, Op)>,
    names: BTreeSet<String>,
    /// All of them, and those that say where nothing is.
    count: usize,
}

impl Debug {
    fn of(spirv: &[u8]) -> Result<Debug, Failed> {
        let module = load_bytes(spirv).map_err(|error| error.to_string())?;
        let text = |operand: Option<&Operand>| match operand {
            Some(Operand::LiteralString(text)) => text.clone(),
            _ => String::new(),
        };
        let mut files: BTreeMap<u32, String> = BTreeMap::new();
        let mut sources = Vec::new();
        for found in &module.debug_string_source {
            match (found.class.opcode, found.result_id, found.operands.as_slice()) {
                (Op::String, Some(id), operands) => {
                    files.insert(id, text(operands.first()));
                }
                (Op::Source, _, [language, version, Operand::IdRef(file), rest @ ..]) => {
                    assert_eq!(*version, Operand::LiteralBit32(0));
                    let operands = std::iter::once(language).chain(rest).cloned().collect();
                    sources.push((files.get(file).cloned().unwrap_or_default(), operands));
                }
                (opcode, ..) => return Err(format!("{opcode:?} is not expected").into()),
            }
        }
        let (mut places, mut lines, mut place) = (BTreeSet::new(), 0, None);
        for found in module.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions)
        {
            match (found.class.opcode, found.operands.as_slice()) {
                (Op::Line, [Operand::IdRef(file), Operand::LiteralBit32(line), _]) => {
                    let file = files.get(file).ok_or("OpLine names no file")?;
                    (place, lines) = (Some((file.clone(), *line)), lines + 1);
                }
                (Op::NoLine | Op::Label, _) => place = None,
                (opcode, _) => places.extend(place.clone().map(|(file, line)| (file, line, opcode))),
            }
        }
        let is_line = |found: &&rspirv::dr::Instruction| matches!(found.class.opcode, Op::Line | Op::NoLine);
        let of_globals = module.types_global_values.iter().filter(is_line).count();
        let names = module.debug_names.iter().map(|name| text(name.operands.last())).collect();
        let count = lines
            + of_globals
            + module.debug_string_source.len()
            + module.debug_names.len()
            + module.debug_module_processed.len();
        Ok(Debug { sources, places, names, count })
    }
}

/// With it, instructions stand at the user's own lines, in the files that have them; without it, a module says nothing.
pub fn debug_information() -> Result<(), Failed> {
    let main = "#include \"shade.fxh\"
float4 g_Tint;

// A comment of
// two lines.
float4 main(float4 at : AT) : SV_Target
{
    float4 tinted = g_Tint +
        at;
    tinted.w = 1;
    if (at.x > 2)
        return HALF(tinted);
    return twice(tinted);
}
";
    let shade = "#define HALF(x) ((x) / 2)

float4 twice(float4 color)
{
    return color * 2;
}
float4 unused(float4 color)
{
    return -color;
}
";
    let sources = Sources::in_memory([("main.fx", main.as_bytes()), ("shade.fxh", shade.as_bytes())]);
    let file = sources.load(Path::new("main.fx")).map_err(|error| format!("{error:?}"))?;
    let (unit, found) = preprocess::preprocess(&preprocess::Request::new(file), &FileCache::default(), &sources);
    assert!(found.is_empty(), "{}", harness::diagnostics(&found, &sources));
    let (text, session) = (SourceText::whole(Arc::new(unit)), Session::new());
    let analysis = Analysis::new(&text, &sources, &session, Version::default());
    let told = |debug| -> Result<Debug, Failed> {
        let bindings = BindingRule::default();
        let result = embed(&analysis, Stage::Pixel, "main", Target::Spirv, bindings, debug)
            .map_err(|found| harness::diagnostics(&found, &sources))?;
        read(Target::Spirv, Stage::Pixel, &result)?;
        Debug::of(&result.output)
    };
    let debug = told(true)?;
    let hlsl = || vec![Operand::SourceLanguage(SourceLanguage::HLSL)];
    assert_eq!(debug.sources, [("main.fx".to_owned(), hlsl()), ("shade.fxh".to_owned(), hlsl())]);
    let at = |file: &str, line, op| {
        let found: Vec<_> = debug.places.iter().filter(|(.., found)| *found == op).collect();
        assert_eq!(found, [&(file.to_owned(), line, op)], "in {:?}", debug.places);
    };
    at("main.fx", 8, Op::FAdd);
    at("main.fx", 11, Op::FOrdGreaterThan);
    // What a macro makes is where it is used.
    at("main.fx", 12, Op::FDiv);
    at("shade.fxh", 5, Op::FMul);
    let in_text = |file: &str, line: u32| {
        let text = if file == "main.fx" { main } else { shade };
        text.lines().nth(line as usize - 1).is_some_and(|line| line.contains([';', '(', '=']))
    };
    for (file, line, op) in &debug.places {
        assert!(in_text(file, *line), "{op:?} stands at {file}:{line}, where nothing is");
    }
    for name in ["twice", "$Globals", "main", "tinted", "color"] {
        assert!(debug.names.contains(name), "{name} is not in {:?}", debug.names);
    }
    let release = told(false)?;
    assert_eq!(release.count, 0, "a release has debug instructions: {:?} {:?}", release.sources, release.names);
    Ok(())
}
