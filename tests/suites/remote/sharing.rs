//! What is shared, and what the commands say of it.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use libtest_mimic::{Failed, Trial};
use uberc_remote_server::{Faults, ServerTls};

use super::{Checkout, PATIENT, Ran, Server, fill, start, trial};

pub fn trials() -> Vec<Trial> {
    let tls = crate::harness::needs("openssl", trial("tls_with_certificates_of_both_sides", tls));
    vec![
        trial("a_clean_checkout_compiles_nothing", clean_checkout),
        trial("variants_of_changed_units_are_taken", changed_units),
        trial("large_artifacts_are_streams", streams),
        trial("read_only_and_offline", read_only_and_offline),
        trial("headers_come_from_the_environment_and_are_never_shown", headers),
        trial("uploads_that_were_not_done_are_done_by_the_next_build", pending),
        trial("two_clients_at_once", two_clients),
        trial("watch_takes_its_first_build_from_the_server", watched),
        trial("report_reads_and_stores_nothing", reported),
        trial("doctor_says_what_the_server_can_do", doctor),
        trial("mistakes_in_the_section", mistakes),
        tls,
    ]
}

fn clean_checkout() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let filling = fill(server.port())?;
    assert_eq!(filling.archive()?, Checkout::expected()?);
    let other = Checkout::new(server.port(), PATIENT)?;
    let built = other.build(&["--explain", "--timings"])?;
    built.has("quad.fx.lua for spirv: taken from the remote cache")?;
    built.has("warned.fx.lua for spirv: taken from the remote cache")?;
    built.has(": 0 compiled, ")?;
    built.has(" of them remote)")?;
    built.has("\nremote ")?;
    // The warning of a variant comes along, with its place.
    built.has("hlsl/truncation")?;
    built.lacks("remote/")?;
    assert_eq!(other.archive()?, filling.archive()?);
    other.run(&["cache", "why"])?.has("quad.fx.lua for spirv: taken from the remote cache")?;
    other.run(&["cache", "stats"])?.has("remote cache: 4 found, 0 missing, 0 not usable")?;
    filling.run(&["cache", "stats"])?.has(" stored, ")?;
    other.run(&["cache", "verify", "--recompile", "100"])?.has("0 of them different")?;
    // It is this machine's now: nobody is asked.
    let calls = server.contents().calls.clone();
    other.build(&[])?.has("0 compiled")?;
    std::fs::remove_file(other.path("shaders.fxo"))?;
    other.build(&[])?.has("0 compiled")?;
    let asked = server
        .contents()
        .calls
        .iter()
        .any(|(name, count)| *name != "GetCapabilities" && calls.get(name) != Some(count));
    assert!(!asked, "{calls:?}, then {:?}", server.contents().calls);
    Ok(())
}

/// A comment moves every token: units are new, variants are not. What the edit changes is compiled.
fn changed_units() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    fill(server.port())?;
    let edited = Checkout::new(server.port(), PATIENT)?;
    edited.edit("quad.fx", "bool g_bLit;", "// A comment.\nbool g_bLit;")?;
    edited.edit("warned.fx", "bool g_bBright;", "// A comment.\nbool g_bBright;")?;
    let built = edited.build(&["--explain"])?;
    built.has(": 0 compiled, ")?;
    built.has(" of them remote)")?;
    built.has("warned.fx:6:")?;
    built.lacks("taken from the remote cache")?;
    assert_eq!(edited.archive()?, Checkout::expected()?);
    let changed = Checkout::new(server.port(), PATIENT)?;
    changed.edit("quad.fx", "color *= 0.5;", "color *= 0.25;")?;
    let built = changed.build(&["--explain"])?;
    built.has("warned.fx.lua for spirv: taken from the remote cache")?;
    built.lacks(": 0 compiled, ")?;
    assert_ne!(changed.archive()?, Checkout::expected()?);
    // With a list of files from here and no result, the result of another machine is found all the same.
    let back = Checkout::new(server.port(), PATIENT)?;
    back.edit("quad.fx", "color *= 0.5;", "color *= 0.25;")?;
    back.build(&["--explain"])?.has("quad.fx.lua for spirv: taken from the remote cache")?;
    back.edit("quad.fx", "color *= 0.25;", "color *= 0.5;")?;
    back.build(&["--explain"])?.has("quad.fx.lua for spirv: taken from the remote cache")?;
    assert_eq!(back.archive()?, Checkout::expected()?);
    Ok(())
}

/// A shader whose code is longer than a batch of the server.
fn add_large(checkout: &Checkout) -> Result<(), Failed> {
    let values: Vec<String> = (0..3000).map(|number| format!("{number}.5")).collect();
    let text = format!(
        "static const float kTable[3000] = {{ {} }};\nuint g_nAt;\nRWStructuredBuffer<float> g_Out;\n\
         [numthreads(1, 1, 1)] void Main() {{ g_Out[0] = kTable[g_nAt]; }}\n",
        values.join(", ")
    );
    std::fs::write(checkout.path("large.fx"), text)?;
    let sidecar = "local large = Shader(\"Large\")\nfunction large.Specialize(permutation)\n\
                   \x20   local technique = Technique()\n    technique.ComputeShader = \"Main\"\n    return technique, permutation\nend\n";
    Ok(std::fs::write(checkout.path("large.fx.lua"), sidecar)?)
}

fn streams() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let filling = Checkout::new(server.port(), PATIENT)?;
    add_large(&filling)?;
    filling.build(&[])?.lacks("remote/")?;
    assert!(server.contents().calls.contains_key("Write"), "{:?}", server.contents().calls);
    let other = Checkout::new(server.port(), PATIENT)?;
    add_large(&other)?;
    other.build(&[])?.has(": 0 compiled, ")?;
    assert!(server.contents().calls.contains_key("Read"), "{:?}", server.contents().calls);
    assert_eq!(other.archive()?, filling.archive()?);
    server.set_faults(Faults { truncated: true, ..Faults::default() });
    let cut = Checkout::new(server.port(), PATIENT)?;
    add_large(&cut)?;
    cut.build(&[])?;
    assert_eq!(cut.archive()?, filling.archive()?);
    Ok(())
}

fn read_only_and_offline() -> Result<(), Failed> {
    let stores = |server: &Server| {
        let contents = server.contents();
        ["FindMissingBlobs", "BatchUpdateBlobs", "Write", "UpdateActionResult"]
            .iter()
            .any(|call| contents.calls.contains_key(call))
    };
    let server = start(Faults::default())?;
    Checkout::new(server.port(), PATIENT)?.build(&["--remote-only-read"])?;
    Checkout::new(server.port(), &format!("{PATIENT}upload = false\n"))?.build(&[])?;
    assert!(!stores(&server) && server.contents().calls.contains_key("GetActionResult"));
    server.set_faults(Faults { read_only: true, ..Faults::default() });
    Checkout::new(server.port(), PATIENT)?.build(&[])?.lacks("remote/")?;
    assert!(!stores(&server), "the server had said that it takes nothing");
    server.set_faults(Faults { refuses_results: true, ..Faults::default() });
    let refused = Checkout::new(server.port(), PATIENT)?;
    for edit in ["0.25", "0.125"] {
        let built = refused.build(&[])?;
        built.has("warning[remote/not-stored]")?;
        built.has("results may be read, and not stored")?;
        // Nothing is kept for a build that may not store either.
        assert!(!refused.path(".uberc/pending").exists());
        refused.edit("quad.fx", if edit == "0.25" { "*= 0.5;" } else { "*= 0.25;" }, &format!("*= {edit};"))?;
    }
    server.set_faults(Faults::default());
    let built = Checkout::new(server.port(), PATIENT)?.build(&["--offline"])?;
    built.lacks("remote")?;
    assert!(server.contents().calls.is_empty(), "{:?}", server.contents().calls);
    Ok(())
}

fn headers() -> Result<(), Failed> {
    let secret = "Bearer s3cret-of-the-studio";
    let server = start(Faults { token: Some(secret.to_owned()), ..Faults::default() })?;
    let lines = format!("{PATIENT}[remote.headers]\nauthorization = \"SHADER_CACHE_TOKEN\"\n");
    let run = |value: Option<&str>, arguments: &[&str]| -> Result<Ran, Failed> {
        let checkout = Checkout::new(server.port(), &lines)?;
        let mut command = checkout.command(arguments);
        command.envs(value.map(|value| ("SHADER_CACHE_TOKEN", value)));
        let ran = Ran::of(&command.output()?);
        ran.lacks("s3cret")?;
        ran.lacks("wr0ng")?;
        Ok(ran)
    };
    run(Some(secret), &["build"])?.lacks("remote/")?;
    assert!(server.contents().calls.contains_key("UpdateActionResult"));
    assert!(server.contents().headers.contains("build.bazel.remote.execution.v2.requestmetadata-bin"));
    for format in ["human", "short", "json", "sarif"] {
        let refused = run(Some("Bearer wr0ng-of-someone"), &["build", "--message-format", format])?;
        refused.has("remote/given-up")?;
        refused.has("[hidden]")?;
        assert_eq!(refused.code, Some(0));
    }
    run(Some("Bearer wr0ng-of-someone"), &["doctor"])?.has("no connection: expected 27 letters, got [hidden]")?;
    run(None, &["build"])?.has("warning[remote/not-usable]: the remote cache is not used: the environment variable `SHADER_CACHE_TOKEN` is not set")?;
    run(Some("two\nlines"), &["build"])?
        .has("the header `authorization` has a name or a value that HTTP does not allow")?;
    Ok(())
}

fn pending() -> Result<(), Failed> {
    let server = start(Faults { full: true, ..Faults::default() })?;
    let checkout = Checkout::new(server.port(), PATIENT)?;
    let full = checkout.build(&[])?;
    full.has("warning[remote/not-stored]")?;
    full.has("no space left on device")?;
    checkout.run(&["cache", "stats"])?.has(" left for the next build")?;
    assert!(server.contents().results.is_empty());
    // What is left is refused again before the edited unit is made, which is left too.
    let edit = |checkout: &Checkout| checkout.edit("quad.fx", "color *= 0.5;", "color *= 0.25;");
    edit(&checkout)?;
    checkout.build(&[])?.has("warning[remote/not-stored]")?;
    server.set_faults(Faults::default());
    // Nothing has changed, and nothing is compiled.
    checkout.build(&[])?.lacks("remote/")?;
    assert!(!checkout.path(".uberc/pending").exists());
    let other = Checkout::new(server.port(), PATIENT)?;
    other.build(&["--explain"])?.has("quad.fx.lua for spirv: taken from the remote cache")?;
    other.run(&["cache", "stats"])?.has("remote cache: 4 found")?;
    let edited = Checkout::new(server.port(), PATIENT)?;
    edit(&edited)?;
    edited.build(&["--explain"])?.has("quad.fx.lua for spirv: taken from the remote cache")?;
    Ok(())
}

fn two_clients() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let expected = Checkout::expected()?;
    for _ in 0..3 {
        let clients = [
            Checkout::new(server.port(), "upload-wait = \"60s\"\n")?,
            Checkout::new(server.port(), "upload-wait = \"60s\"\n")?,
        ];
        let running =
            clients.each_ref().map(|client| client.command(&["build", "--quiet"]).stderr(Stdio::null()).spawn());
        for (client, child) in clients.iter().zip(running) {
            assert!(child?.wait()?.success());
            assert_eq!(client.archive()?, expected);
        }
    }
    Checkout::new(server.port(), PATIENT)?.build(&[])?.has(": 0 compiled, ")
}

fn watched() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let expected = fill(server.port())?.archive()?;
    server.set_faults(Faults::default());
    let checkout = Checkout::new(server.port(), PATIENT)?;
    let mut command = checkout.command(&["watch", "--message-format", "json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut lines = BufReader::new(child.stdout.take().ok_or("stdout is piped")?).lines();
    // Up to the end of a build; the lines before it.
    let mut next = || -> Result<String, Failed> {
        let mut text = String::new();
        for line in lines.by_ref() {
            text += &line?;
            if text.contains("\"reason\":\"watched\"") {
                return Ok(text);
            }
        }
        Err(format!("watch ended: {text}").into())
    };
    let mut watching = || -> Result<(), Failed> {
        let first = next()?;
        assert!(first.contains("\"compiled\":0,") && first.contains("\"remote\":"), "{first}");
        assert_eq!(checkout.archive()?, expected);
        let calls = server.contents().calls.clone();
        checkout.edit("quad.fx", "color *= 0.5;", "color *= 0.25;")?;
        let second = next()?;
        assert!(!second.contains("\"compiled\":0,"), "{second}");
        assert_eq!(server.contents().calls, calls, "a later build asked the server");
        assert!(!calls.contains_key("UpdateActionResult"), "{calls:?}");
        Ok(())
    };
    let result = watching();
    child.kill()?;
    child.wait()?;
    result
}

fn reported() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    fill(server.port())?;
    server.set_faults(Faults::default());
    let offline = Checkout::new(server.port(), PATIENT)?;
    offline.run(&["report", "-o", "page.html", "--offline"])?.lacks(" 0 compiled, ")?;
    assert!(server.contents().calls.is_empty(), "{:?}", server.contents().calls);
    let checkout = Checkout::new(server.port(), PATIENT)?;
    let ran = checkout.run(&["report", "-o", "page.html"])?;
    ran.has(" 0 compiled, ")?;
    ran.has(" of them remote)")?;
    let calls = server.contents().calls.clone();
    assert!(calls.contains_key("GetActionResult") && !calls.contains_key("UpdateActionResult"), "{calls:?}");
    assert_eq!(std::fs::read(checkout.path("page.html"))?, std::fs::read(offline.path("page.html"))?);
    Ok(())
}

fn doctor() -> Result<(), Failed> {
    let server = start(Faults::default())?;
    let checkout = Checkout::new(server.port(), "")?;
    checkout.run(&["doctor"])?.has("REAPI 2.0 to 2.3, answered in ")?;
    checkout.run(&["doctor"])?.has("results are read and stored; batches of up to 16 KiB")?;
    checkout.run(&["doctor", "--message-format", "json"])?.has("\"answers\":true")?;
    server.set_faults(Faults { read_only: true, ..Faults::default() });
    checkout.run(&["doctor"])?.has("the server lets this client only read")?;
    drop(server);
    checkout.run(&["doctor"])?.has(": no connection: ")?;
    checkout.run(&["doctor", "--message-format", "json"])?.has("\"answers\":false")
}

/// Each section, and what is said of it. A secret in the file is not shown.
fn mistakes() -> Result<(), Failed> {
    let rows = [
        (
            "cache = \"http://a:1\"",
            "error[discover/bad-value]: `remote.cache`: the address of the server cannot be used",
        ),
        ("cache = \"grpc://a\"", "it has no port"),
        ("cache = \"grpc://a:1\"\nupload = 3", "error[discover/wrong-type]"),
        ("cache = \"grpc://a:1\"\njobs = 0", "error[discover/"),
        ("cache = \"grpc://a:1\"\nca = \"x\"", "`ca` belongs in `[remote.tls]`."),
        (
            "cache = \"grpc://a:1\"\n[remote.headers]\nauthorization = \"Bearer s3cret\"",
            "error[discover/secret-in-file]: `remote.headers.authorization` is not the name of an environment variable",
        ),
        ("cache = \"grpc://a:1\"\n[remote.headers]\nAuth = \"s3cret\"", "no name of a header"),
        (
            "cache = \"grpc://a:1\"\n[remote.headers]\nauth = [\"s3cret\"]",
            "error[discover/secret-in-file]: `remote.headers.auth`",
        ),
        ("cache = \"grpcs://a:1\"\n[remote.tls]\nca = \"gone.pem\"", "there is no file `gone.pem`"),
        ("cache = \"grpcs://a:1\"\n[remote.tls]\nkey = \"quad.fx\"", "one half of a client certificate"),
    ];
    for (section, said) in rows {
        let checkout = Checkout::with(&format!("[remote]\n{section}\n"))?;
        let ran = checkout.run(&["build"])?;
        assert_eq!(ran.code, Some(1), "{section}\n{}", ran.text);
        ran.has(said)?;
        if section.contains("s3cret") {
            checkout.run(&["build", "--message-format", "json"])?.lacks("s3cret")?;
            ran.lacks("s3cret")?;
        }
    }
    Ok(())
}

/// Certificates that openssl makes for this trial.
fn tls() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let script = "set -e
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ca.key -out ca.pem -subj /CN=studio -days 2
for name in server client; do
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout $name.key -out $name.csr -subj /CN=$name
  printf 'subjectAltName=IP:127.0.0.1\\nbasicConstraints=CA:FALSE\\n' > $name.ext
  openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out $name.pem -days 2 -extfile $name.ext
done";
    let made = std::process::Command::new("sh").args(["-c", script]).current_dir(folder.path()).output()?;
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let read = |name: &str| std::fs::read(folder.path().join(name));
    let tls = ServerTls { certificate: read("server.pem")?, key: read("server.key")?, clients: Some(read("ca.pem")?) };
    let server = Server::start(Faults::default(), Some(tls))?;
    let checkout = |lines: &str| -> Result<Checkout, Failed> {
        let toml = format!(
            "[remote]\ncache = \"grpcs://127.0.0.1:{}\"\n{PATIENT}timeout = \"2s\"\n[remote.tls]\n{lines}",
            server.port()
        );
        let checkout = Checkout::with("")?;
        for name in ["ca.pem", "client.pem", "client.key"] {
            std::fs::copy(folder.path().join(name), checkout.path(name))?;
        }
        std::fs::write(checkout.path("uberc.toml"), toml)?;
        Ok(checkout)
    };
    let both = "ca = \"ca.pem\"\ncertificate = \"client.pem\"\nkey = \"client.key\"\n";
    checkout(both)?.build(&[])?.lacks("remote/")?;
    checkout(both)?.build(&[])?.has(": 0 compiled, ")?;
    // Without the client's certificate, and with a server that nobody vouches for.
    checkout("ca = \"ca.pem\"\n")?.build(&[])?.has("warning[remote/given-up]")?;
    checkout("certificate = \"client.pem\"\nkey = \"client.key\"\n")?.build(&[])?.has("warning[remote/given-up]")?;
    checkout("ca = \"client.key\"\n")?.build(&[])?.has("warning[remote/")
}
