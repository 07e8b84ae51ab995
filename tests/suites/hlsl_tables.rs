//! Which operands an operator, a conversion or an intrinsic takes, and of which type its result is: tables of generated programs
//! in `tests/cases/hlsl_tables`. DXC 1.8 decided each cell (`-HV 2018` or `2021`; types from its syntax trees): `-` is a program
//! that it refuses, `ok` a statement, anything else a type. Cells are separated by tabs; `.` stands for a scalar.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::diag::Sources;
use uberc::dialect::hlsl::analyse::{Session, Version, analyse};
use uberc::ir::{Item, Scalar, StatementKind, Type};
use uberc::model::Stage;

use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("hlsl_analyse::shapes_are_those_of_the_table", shapes),
        harness::trial("hlsl_analyse::one_operand_is_taken_as_in_the_table", one_operand),
        harness::trial("hlsl_analyse::numbers_meet_as_in_the_table", numbers),
        harness::trial("hlsl_analyse::flat_casts_are_those_of_the_table", flat_casts),
    ]
}

/// One program and what is expected of it.
struct Row {
    version: Version,
    /// What stands before `t`.
    head: &'static str,
    /// Parameters of the function `t`: type, name.
    parameters: Vec<(String, &'static str)>,
    statement: String,
    expected: String,
}

/// Objects that expressions of the tables name.
const OBJECTS: &str = "Buffer<float4> bu; StructuredBuffer<float> sb; RWTexture2D<float4> rw; Texture2D<float4> tx;
RWTexture1D<float> r1; Texture3D<float> t3; cbuffer C { float ca[4]; float4x4 cm; };
";

/// The cells of the head, and those of each line below it.
type Section = (Vec<String>, Vec<Vec<String>>);

/// The lines of a table: sections begin with `= ` and end with an empty line.
fn sections(name: &str) -> Result<Vec<Section>, Failed> {
    let text = std::fs::read_to_string(harness::suite_dir("hlsl_tables").join(name))?;
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        match (line.strip_prefix("= "), sections.last_mut()) {
            (Some(head), _) => sections.push((head.split('\t').map(str::to_owned).collect(), Vec::new())),
            (None, Some(section)) => section.1.push(cells),
            (None, None) => return Err(format!("{name} begins without a section").into()),
        }
    }
    assert!(!sections.is_empty(), "{name} is empty");
    Ok(sections)
}

/// Every cell of a section: its row's and its column's name, and what it holds.
fn cells(rows: &[Vec<String>]) -> Vec<(&str, &str, &str)> {
    let (columns, rows) = rows.split_first().expect("a section has a line of names");
    let named = rows.iter().flat_map(|row| {
        assert_eq!(row.len(), columns.len(), "{row:?}");
        row.iter().zip(columns).skip(1).map(|(cell, column)| (row[0].as_str(), column.as_str(), cell.as_str()))
    });
    named.collect()
}

fn sized(scalar: &str, shape: &str) -> String {
    format!("{scalar}{}", shape.trim_start_matches('.'))
}

fn version(name: &str) -> Version {
    if name == "2021" { Version::V2021 } else { Version::V2018 }
}

fn type_name(ty: &Type) -> String {
    let scalar = |scalar: Scalar| match scalar {
        Scalar::Int64 => "int64_t".to_owned(),
        Scalar::Uint64 => "uint64_t".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    };
    match ty {
        Type::Scalar(of) => scalar(*of),
        Type::Vector(of, count) => format!("{}{count}", scalar(*of)),
        Type::Matrix { scalar: of, rows, columns, .. } => format!("{}{rows}x{columns}", scalar(*of)),
        other => format!("{other:?}"),
    }
}

/// `-`, `ok` or a type.
fn answer(row: &Row) -> Result<String, String> {
    let mut text = row.head.to_owned();
    let list =
        |each: &dyn Fn(&(String, &str)) -> String| row.parameters.iter().map(each).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "void t({}) {{ {}; }}", list(&|(ty, name)| format!("{ty} {name}")), row.statement);
    text += "float4 main() : SV_Target\n{\n";
    for (ty, name) in &row.parameters {
        let _ = writeln!(text, "    {ty} {name} = ({ty})0;");
    }
    let _ = writeln!(text, "    t({});\n    return 0;\n}}", list(&|(_, name)| (*name).to_owned()));
    let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
    let source = harness::source_text(&sources)?;
    let (program, found) = analyse(&source, Stage::Pixel, "main", row.version, &Session::new());
    let Some(program) = program else {
        assert!(found.iter().any(|found| found.is_error()), "refused without a message:\n{text}");
        return Ok("-".to_owned());
    };
    // The overload that was chosen, where the program has some.
    let chosen =
        program.items.keys().find_map(|symbol| symbol.0.strip_prefix("f(")?.strip_suffix(')').map(str::to_owned));
    if let Some(chosen) = chosen {
        return Ok(chosen);
    }
    let function = program.items.iter().find_map(|(symbol, instance)| match &*instance.item {
        Item::Function(function) if symbol.0.starts_with("t(") => Some(function),
        _ => None,
    });
    let last = function.and_then(|function| function.body.last()).ok_or("no function `t`")?;
    Ok(match &last.kind {
        StatementKind::Expr(value) => type_name(&value.ty),
        _ => "ok".to_owned(),
    })
}

fn judge(rows: &[Row], least: usize) -> Result<(), Failed> {
    assert!(rows.len() >= least, "only {} programs", rows.len());
    let wrong: Vec<String> = rows
        .par_iter()
        .filter_map(|row| {
            let found = match answer(row) {
                Ok(found) => found,
                Err(message) => message,
            };
            // A literal has no type until something asks for it; a table does not say which one it shall have then.
            let same = match row.expected.as_str() {
                "L" => matches!(found.as_str(), "int" | "uint" | "int64_t"),
                "Lf" => found == "float",
                "ok" => found != "-",
                "*" => true,
                expected => found == expected,
            };
            let operands: Vec<&str> = row.parameters.iter().map(|(ty, _)| ty.as_str()).collect();
            (!same)
                .then(|| format!("`{}` of {}: {found}, expected {}", row.statement, operands.join(", "), row.expected))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    Ok(())
}

/// Two operands: `a:float b:float` (rows are shapes of `a`), `ab:float` (of both, with the condition `c`), `c:bool!` (a
/// scalar), `R` (the type of a cast).
fn shapes() -> Result<(), Failed> {
    let mut rows = Vec::new();
    for (head, table) in sections("shapes.txt")? {
        let [of, statement, operands @ ..] = head.as_slice() else { return Err(format!("{head:?}").into()) };
        let kinds: BTreeMap<&str, &str> = operands.iter().filter_map(|operand| operand.split_once(':')).collect();
        for (row, column, expected) in cells(&table) {
            let mut statement = statement.clone();
            let mut parameters = Vec::new();
            let scalar = |name: &str| kinds.get(name).copied();
            match (scalar("ab"), scalar("R")) {
                (Some(arms), _) => {
                    parameters.push((sized("bool", row), "c"));
                    parameters.extend(["a", "b"].map(|name| (sized(arms, column), name)));
                }
                (None, Some(result)) => {
                    parameters.push((sized("float", row), "a"));
                    statement = statement.replace('R', &sized(result, column));
                }
                (None, None) => {
                    parameters.extend(scalar("c").map(|_| ("bool".to_owned(), "c")));
                    let (a, b) = (scalar("a").ok_or("no `a`")?, scalar("b").ok_or("no `b`")?);
                    parameters.extend([(sized(a, row), "a"), (sized(b, column), "b")]);
                }
            }
            let expected = expected.to_owned();
            rows.push(Row { version: version(of), head: "", parameters, statement, expected });
        }
    }
    judge(&rows, 4000)
}

fn one_operand() -> Result<(), Failed> {
    let mut rows = Vec::new();
    for (head, table) in sections("one_operand.txt")? {
        let [of, operand] = head.as_slice() else { return Err(format!("{head:?}").into()) };
        let scalar = operand.strip_prefix("a:").ok_or("no operand `a`")?;
        for (statement, shape, expected) in cells(&table) {
            rows.push(Row {
                version: version(of),
                head: OBJECTS,
                parameters: vec![(sized(scalar, shape), "a")],
                statement: statement.to_owned(),
                expected: expected.to_owned(),
            });
        }
    }
    judge(&rows, 1200)
}

/// Variables of each number type, by the names that the tables give them.
const VARIABLES: [(&str, &str); 11] = [
    ("b", "bool"),
    ("i", "int"),
    ("u", "uint"),
    ("h", "half"),
    ("f", "float"),
    ("d", "double"),
    ("l", "int64_t"),
    ("q", "uint64_t"),
    ("mi", "min16int"),
    ("mu", "min16uint"),
    ("mf", "min16float"),
];

fn variables(rename: impl Fn(&'static str) -> &'static str) -> Vec<(String, &'static str)> {
    VARIABLES.into_iter().map(|(name, ty)| (ty.to_owned(), rename(name))).collect()
}

fn numbers() -> Result<(), Failed> {
    let mut rows = Vec::new();
    for (head, table) in sections("numbers.txt")? {
        let [form] = head.as_slice() else { return Err(format!("{head:?}").into()) };
        for (left, right, expected) in cells(&table) {
            // In one pass, since operands have letters as well.
            let word = |word: &str| match word {
                "a" => left.to_owned(),
                "b" => right.to_owned(),
                "c" => "b".to_owned(),
                other => other.to_owned(),
            };
            rows.push(Row {
                version: Version::V2018,
                head: "",
                parameters: variables(|name| name),
                statement: form.split(' ').map(word).collect::<Vec<_>>().join(" "),
                expected: expected.to_owned(),
            });
        }
    }
    judge(&rows, 2000)
}

/// Structures that the table of casts names.
const STRUCTURES: &str = "struct S1 { float a; };
struct S2 { float2 a; };
struct Ray { float3 p; float d; };
struct S4 { float a; float b; float2 c; };
struct R2 { float4 p; float4 d; };
struct NN { S2 a; float b[2]; };
struct MX { int a; float b; bool c; uint d; };
struct SM { float2x2 m; };
struct MR { float2x3 m; float2 x; };
struct B3 { bool a; int2 b; };
struct OV { float1 v; float1x1 m; };
";

/// Rows are types that are cast, columns what they are cast to.
fn flat_casts() -> Result<(), Failed> {
    let mut rows = Vec::new();
    for (_, table) in sections("flat_casts.txt")? {
        for (from, to, expected) in cells(&table) {
            let declared = match from.split_once('[') {
                Some((ty, lengths)) => format!("{ty} a[{lengths}"),
                None => format!("{from} a"),
            };
            rows.push(Row {
                version: Version::V2018,
                head: STRUCTURES,
                parameters: Vec::new(),
                statement: format!("{declared}; ({to})a"),
                expected: expected.to_owned(),
            });
        }
    }
    judge(&rows, 1000)
}
