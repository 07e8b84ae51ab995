//! `[remote]`: the cache that machines share.

use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::de::DeTable;

use super::settings::{Settings, Text, dotted};
use super::tree::is_file;
use crate::diag::{Diagnostic, Sources};
use crate::model::RemoteSettings;

const REMOTE: [&str; 13] = [
    "cache",
    "instance",
    "headers",
    "tls",
    "upload",
    "timeout",
    "jobs",
    "wait",
    "upload-wait",
    "execute",
    "platform",
    "batch",
    "execute-timeout",
];
const TLS: [&str; 3] = ["ca", "certificate", "key"];

/// Headers of one project, and platform properties.
const MOST_HEADERS: usize = 32;

/// The longest name or value of a platform property, in bytes.
const MOST_PROPERTY: usize = 500;

/// Reads the section; `None` if it names no server that can be used.
pub fn remote(settings: &mut Settings, section: &DeTable<'_>, sources: &Sources) -> Option<RemoteSettings> {
    settings.reject_unknown_keys(section, "remote", &REMOTE, |name| {
        TLS.contains(&name).then(|| "in `[remote.tls]`".to_owned())
    });
    let mut remote = RemoteSettings::of(String::new());
    let cache = address(settings, section, "cache");
    let execute = address(settings, section, "execute");
    if let Some(Text { text, .. }) = &cache {
        remote.cache.clone_from(text);
    }
    remote.execute = execute.as_ref().map(|execute| execute.text.clone());
    if let (Some(execute), false) = (&execute, section.contains_key("cache")) {
        let message = "`remote.execute` needs `remote.cache`".to_owned();
        let help = "Write `cache` too: a server that runs actions has a cache, usually at the same address.".to_owned();
        settings.error("discover/bad-value", execute.span, message, help);
    }
    let text = settings.get(section, "remote", "instance").and_then(|value| settings.text(value, "remote.instance"));
    if let Some(Text { text, span }) = text {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.');
        if text.len() <= 200 && text.bytes().all(plain) {
            remote.instance = text;
        } else {
            let help = "It is up to 200 letters, digits and `/-_.`.".to_owned();
            settings.error("discover/bad-value", span, "`remote.instance` is no name of an instance".to_owned(), help);
        }
    }
    headers(settings, section, &mut remote);
    platform(settings, section, &mut remote);
    let exposed = cache.iter().chain(&execute).find(|address| uberc_remote::is_exposed(&address.text));
    if let Some(Text { text, span }) = exposed.filter(|_| !remote.headers.is_empty()) {
        let message = format!("the values of `[remote.headers]` can be read on the way to `{text}`");
        let found = Diagnostic::warning("discover/header-without-tls", message).at(*span);
        settings.diagnostics.push(found.help("Write `grpcs://`, so that the connection has TLS."));
    }
    tls(settings, section, sources, &mut remote);
    let upload = settings.get(section, "remote", "upload");
    if let Some(is) = upload.and_then(|value| settings.boolean(value, "remote.upload")) {
        remote.upload = is;
    }
    let jobs = settings.get(section, "remote", "jobs");
    if let Some(jobs) = jobs.and_then(|value| settings.integer(value, "remote.jobs", 1..=1000)) {
        remote.jobs = jobs as u16;
    }
    let batch = settings.get(section, "remote", "batch");
    if let Some(batch) = batch.and_then(|value| settings.integer(value, "remote.batch", 1..=1000)) {
        remote.batch = batch as u16;
    }
    let (least, minute, hour) = (Duration::from_millis(1), Duration::from_secs(60), Duration::from_secs(3600));
    let mut time = |key: &str, range| {
        let value = settings.get(section, "remote", key);
        value.and_then(|value| settings.time(value, &dotted("remote", key), range))
    };
    if let Some(timeout) = time("timeout", least..=10 * minute) {
        remote.timeout = timeout;
    }
    if let Some(timeout) = time("execute-timeout", least..=hour) {
        remote.execute_timeout = timeout;
    }
    remote.wait = time("wait", Duration::ZERO..=10 * minute);
    remote.upload_wait = time("upload-wait", Duration::ZERO..=hour);
    (!remote.cache.is_empty()).then_some(remote)
}

/// The address of a server.
fn address(settings: &mut Settings, section: &DeTable<'_>, key: &str) -> Option<Text> {
    let path = dotted("remote", key);
    let found = settings.get(section, "remote", key).and_then(|value| settings.text(value, &path))?;
    match uberc_remote::http_address(&found.text) {
        Ok(_) => Some(found),
        Err(error) => {
            let help = "Write `\"grpc://host:port\"`, or `\"grpcs://host:port\"` for TLS.".to_owned();
            settings.error("discover/bad-value", found.span, format!("`{path}`: {error}"), help);
            None
        }
    }
}

/// `[remote.platform]`: what the machines must be that run compilers.
fn platform(settings: &mut Settings, section: &DeTable<'_>, remote: &mut RemoteSettings) {
    let Some(value) = settings.get(section, "remote", "platform") else { return };
    let Some(all) = settings.table(value, "remote.platform") else { return };
    for (name, value) in all.iter().take(MOST_HEADERS) {
        let (name, at) = (name.get_ref().as_ref(), settings.span(name.span()));
        let Some(Text { text, .. }) = settings.text(value, &dotted("remote.platform", name)) else { continue };
        if name.is_empty() || name.len().max(text.len()) > MOST_PROPERTY {
            let message =
                format!("`remote.platform` has a name or a value that is empty or longer than {MOST_PROPERTY} bytes");
            settings.error("discover/bad-value", at, message, None);
        } else {
            remote.platform.insert(name.to_owned(), text);
        }
    }
}

/// `[remote.headers]`: the name of a header, and the environment variable with its value. What is wrong has no place: a
/// value may be a secret that was written here by mistake, and a place would show its line.
fn headers(settings: &mut Settings, section: &DeTable<'_>, remote: &mut RemoteSettings) {
    let Some(value) = settings.get(section, "remote", "headers") else { return };
    let Some(all) = settings.table(value, "remote.headers") else { return };
    for (name, value) in all.iter().take(MOST_HEADERS) {
        let header = name.get_ref().as_ref();
        let key = dotted("remote.headers", header);
        let is_token = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
        if header.is_empty() || header.ends_with("-bin") || !header.bytes().all(is_token) {
            let help = "Names of headers are lower-case letters, digits and `-`, and do not end in `-bin`.".to_owned();
            let error = Diagnostic::error("discover/bad-value", format!("`{key}`: no name of a header"));
            settings.diagnostics.push(error.help(help));
            continue;
        }
        let text = value.get_ref().as_str().unwrap_or_default().to_owned();
        let is_variable = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        let begins_well = text.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
        if begins_well && text.len() <= 100 && text.bytes().all(is_variable) {
            remote.headers.insert(header.to_owned(), text);
        } else {
            let help = "Put the value into an environment variable, and write the variable's name here, such as \
                        `\"SHADER_CACHE_TOKEN\"`; a secret does not belong in this file.";
            let message = format!("`{key}` is not the name of an environment variable");
            settings.diagnostics.push(Diagnostic::error("discover/secret-in-file", message).help(help));
        }
    }
}

/// `[remote.tls]`: files in PEM.
fn tls(settings: &mut Settings, section: &DeTable<'_>, sources: &Sources, remote: &mut RemoteSettings) {
    let Some(value) = settings.get(section, "remote", "tls") else { return };
    let at = settings.span(value.span());
    let Some(all) = settings.table(value, "remote.tls") else { return };
    settings.reject_unknown_keys(all, "remote.tls", &TLS, |_| None);
    let mut file = |key: &str| -> Option<PathBuf> {
        let value = settings.get(all, "remote.tls", key)?;
        let Text { text, span } = settings.text(value, &dotted("remote.tls", key))?;
        let path = sources.relative(Path::new(&text));
        if is_file(sources, &path) {
            return Some(path);
        }
        let message = format!("there is no file `{text}`");
        settings.error("discover/no-such-file", span, message, "Paths are relative to `uberc.toml`.".to_owned());
        None
    };
    (remote.authority, remote.certificate, remote.key) = (file("ca"), file("certificate"), file("key"));
    if remote.certificate.is_some() != remote.key.is_some() {
        let help = "Write both `certificate` and `key`, or none of them.".to_owned();
        settings.error("discover/bad-value", at, "`remote.tls` has one half of a client certificate".to_owned(), help);
    }
}
