//! What a client is told: where the server is, and how to speak to it.

use std::fmt;
use std::time::Duration;

/// The settings of a client. Its debug text has no value of a header.
#[derive(Clone)]
pub struct Config {
    /// `grpc://host:port`, or `grpcs://host:port` for TLS.
    pub endpoint: String,
    /// The instance of the server; most servers have one with the empty name.
    pub instance: String,
    /// Sent with each call: name in lower case, value. Values are secrets.
    pub headers: Vec<(String, String)>,
    /// For `grpcs`.
    pub tls: Tls,
    /// The deadline of one call, and of connecting.
    pub timeout: Duration,
    /// Calls that are under way at once.
    pub calls: usize,
    /// The tool's version, for the server's records.
    pub version: &'static str,
}

/// Certificates and keys, in PEM.
#[derive(Clone, Default)]
pub struct Tls {
    /// Certificates of the authorities that vouch for the server; `None`: those of the system.
    pub authority: Option<Vec<u8>>,
    /// The client's certificate with its key, for servers that ask for one.
    pub identity: Option<(Vec<u8>, Vec<u8>)>,
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&String> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Config").field("endpoint", &self.endpoint).field("headers", &names).finish_non_exhaustive()
    }
}

/// Settings that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// The address is none; the text says why.
    Endpoint(String),
    /// This header's name or value is not allowed in HTTP.
    Header(String),
    /// A certificate or key cannot be read; the text says why.
    Tls(String),
    /// The operating system gives no thread for the client.
    Thread(String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Endpoint(why) => write!(f, "the address of the server cannot be used: {why}"),
            ConfigError::Header(name) => {
                write!(f, "the header `{name}` has a name or a value that HTTP does not allow")
            }
            ConfigError::Tls(why) => write!(f, "TLS cannot be set up: {why}"),
            ConfigError::Thread(why) => write!(f, "no thread for the connection: {why}"),
        }
    }
}

/// The address of a server (`grpc://host:port`, `grpcs://host:port`) in the form that HTTP has.
///
/// # Errors
/// [`ConfigError::Endpoint`] for another scheme, no host, no port, or a path.
pub fn http_address(endpoint: &str) -> Result<String, ConfigError> {
    let wrong = |why: &str| ConfigError::Endpoint(why.to_owned());
    let known = [("grpc://", "http"), ("grpcs://", "https")];
    let found = known.iter().find_map(|(prefix, scheme)| Some((endpoint.strip_prefix(prefix)?, scheme)));
    let (rest, scheme) = found.ok_or_else(|| wrong("it begins with neither `grpc://` nor `grpcs://`"))?;
    let (host, port) = rest.rsplit_once(':').ok_or_else(|| wrong("it has no port"))?;
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let is_v6 = |host: &str| host.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'));
    let v6 = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if host.is_empty() || !v6.map_or_else(|| host.bytes().all(is_host), is_v6) {
        return Err(wrong("its host is not a name or an IP address"));
    }
    match port.parse::<u16>() {
        Ok(port) if port > 0 => Ok(format!("{scheme}://{host}:{port}")),
        _ => Err(wrong("its port is not a number from 1 to 65535")),
    }
}

/// Whether what is sent to this address can be read on the way: it has no TLS, and is not this machine's own.
pub fn is_exposed(endpoint: &str) -> bool {
    let Some(rest) = endpoint.strip_prefix("grpc://") else { return false };
    let host = rest.rsplit_once(':').map_or(rest, |(host, _)| host);
    let address: Option<std::net::IpAddr> = host.trim_start_matches('[').trim_end_matches(']').parse().ok();
    !address.map_or(host.eq_ignore_ascii_case("localhost"), |address| address.is_loopback())
}

impl Config {
    pub(crate) fn is_encrypted(&self) -> bool {
        self.endpoint.starts_with("grpcs://")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        assert_eq!(http_address("grpc://cache.studio:8980").as_deref(), Ok("http://cache.studio:8980"));
        assert_eq!(http_address("grpcs://[::1]:443").as_deref(), Ok("https://[::1]:443"));
        for wrong in ["cache:1", "http://cache:1", "grpc://cache", "grpc://:1", "grpc://cache:0", "grpc://a:b@c:1/x"] {
            assert!(matches!(http_address(wrong), Err(ConfigError::Endpoint(_))), "{wrong}");
        }
    }

    #[test]
    fn without_tls_only_this_machine_is_safe() {
        for safe in
            ["grpcs://cache:1", "grpc://localhost:1", "grpc://127.0.0.1:1", "grpc://127.8.9.1:1", "grpc://[::1]:1"]
        {
            assert!(!is_exposed(safe), "{safe}");
        }
        for exposed in ["grpc://cache:1", "grpc://10.0.0.7:1", "grpc://[fd00::1]:1", "grpc://localhost.studio:1"] {
            assert!(is_exposed(exposed), "{exposed}");
        }
    }

    #[test]
    fn the_debug_text_hides_values() {
        let headers = vec![("authorization".to_owned(), "Bearer secret".to_owned())];
        let (endpoint, timeout) = ("grpc://a:1".to_owned(), Duration::ZERO);
        let config =
            Config { endpoint, instance: String::new(), headers, tls: Tls::default(), timeout, calls: 1, version: "0" };
        assert!(!format!("{config:?}").contains("secret"));
    }
}
