//! The remote cache of a project: `[remote]` of `uberc.toml`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

/// Where results are shared, and how. No secret is in here: headers are named by the environment variables that hold
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RemoteSettings {
    /// `grpc://host:port`, or `grpcs://host:port` for TLS.
    pub cache: String,
    /// The server that runs compilers, in the same form; it also has a cache, which may be another one.
    pub execute: Option<String>,
    /// What the machines must be that run compilers: platform properties of REAPI.
    pub platform: BTreeMap<String, String>,
    /// Jobs of compilers in one action.
    pub batch: u16,
    /// How long an action may take, from asking to answer.
    pub execute_timeout: Duration,
    /// The instance of the server; empty: the one without a name.
    pub instance: String,
    /// By name in lower case: the environment variable that has the value.
    pub headers: BTreeMap<String, String>,
    /// Files in PEM: the authorities that vouch for the server, the client's certificate and its key.
    pub authority: Option<PathBuf>,
    pub certificate: Option<PathBuf>,
    pub key: Option<PathBuf>,
    /// Whether results of this machine are stored there.
    pub upload: bool,
    /// The deadline of one call.
    pub timeout: Duration,
    /// Calls that are under way at once.
    pub jobs: u16,
    /// How long a build that could work waits for the next answer; `None`: by the number of its units.
    pub wait: Option<Duration>,
    /// How long the end of a build waits for uploads; `None`: a fortieth of the build's time, if
    /// the server is near enough for that.
    pub upload_wait: Option<Duration>,
}

impl RemoteSettings {
    /// The settings of a server, with defaults for the rest.
    pub fn of(cache: String) -> RemoteSettings {
        RemoteSettings {
            cache,
            execute: None,
            platform: BTreeMap::new(),
            batch: 32,
            execute_timeout: Duration::from_secs(60),
            instance: String::new(),
            headers: BTreeMap::new(),
            authority: None,
            certificate: None,
            key: None,
            upload: true,
            timeout: Duration::from_secs(5),
            jobs: 64,
            wait: None,
            upload_wait: None,
        }
    }
}
