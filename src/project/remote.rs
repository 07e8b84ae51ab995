//! `[remote]`: the cache that machines share.

use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::de::DeTable;

use super::settings::{Settings, Text, dotted};
use super::tree::is_file;
use crate::diag::{Diagnostic, Sources};
use crate::model::RemoteSettings;

const REMOTE: [&str; 9] = ["cache", "instance", "headers", "tls", "upload", "timeout", "jobs", "wait", "upload-wait"];
const TLS: [&str; 3] = ["ca", "certificate", "key"];

/// Headers of one project.
const MOST_HEADERS: usize = 32;

/// Reads the section; `None` if it names no server that can be used.
pub fn remote(settings: &mut Settings, section: &DeTable<'_>, sources: &Sources) -> Option<RemoteSettings> {
    settings.reject_unknown_keys(section, "remote", &REMOTE, |name| {
        TLS.contains(&name).then(|| "in `[remote.tls]`".to_owned())
    });
    let address = settings.get(section, "remote", "cache").and_then(|value| settings.text(value, "remote.cache"));
    let mut remote = RemoteSettings::of(String::new());
    if let Some(Text { text, span }) = &address {
        match uberc_remote::http_address(text) {
            Ok(_) => remote.cache.clone_from(text),
            Err(error) => {
                let help = "Write `\"grpc://host:port\"`, or `\"grpcs://host:port\"` for TLS.".to_owned();
                settings.error("discover/bad-value", *span, format!("`remote.cache`: {error}"), help);
            }
        }
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
    tls(settings, section, sources, &mut remote);
    let upload = settings.get(section, "remote", "upload");
    if let Some(is) = upload.and_then(|value| settings.boolean(value, "remote.upload")) {
        remote.upload = is;
    }
    let jobs = settings.get(section, "remote", "jobs");
    if let Some(jobs) = jobs.and_then(|value| settings.integer(value, "remote.jobs", 1..=1000)) {
        remote.jobs = jobs as u16;
    }
    let (least, minute, hour) = (Duration::from_millis(1), Duration::from_secs(60), Duration::from_secs(3600));
    let mut time = |key: &str, range| {
        let value = settings.get(section, "remote", key);
        value.and_then(|value| settings.time(value, &dotted("remote", key), range))
    };
    if let Some(timeout) = time("timeout", least..=10 * minute) {
        remote.timeout = timeout;
    }
    remote.wait = time("wait", Duration::ZERO..=10 * minute);
    remote.upload_wait = time("upload-wait", Duration::ZERO..=hour);
    (!remote.cache.is_empty()).then_some(remote)
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
