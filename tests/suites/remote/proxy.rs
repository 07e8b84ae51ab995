//! A network between client and server: it delays, and breaks.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use libtest_mimic::Failed;

/// Passes bytes on until it is dropped.
pub struct Proxy {
    port: u16,
    ended: Arc<AtomicBool>,
}

/// What the connections share.
#[derive(Clone)]
struct Network {
    /// Of each answer, in one direction.
    latency: Duration,
    /// Bytes of answers until everything breaks, if it does.
    left: Option<Arc<AtomicI64>>,
    ended: Arc<AtomicBool>,
}

impl Proxy {
    pub fn start(server: u16, latency: Duration, breaks_after: Option<usize>) -> Result<Proxy, Failed> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let ended = Arc::new(AtomicBool::new(false));
        let left = breaks_after.map(|bytes| Arc::new(AtomicI64::new(bytes as i64)));
        let network = Network { latency, left, ended: Arc::clone(&ended) };
        std::thread::spawn(move || {
            for client in listener.incoming() {
                if network.ended.load(Ordering::Relaxed) {
                    return;
                }
                let Ok((client, server)) =
                    client.and_then(|client| Ok((client, TcpStream::connect(("127.0.0.1", server))?)))
                else {
                    continue;
                };
                if network.is_broken() {
                    continue;
                }
                let (Ok(from), Ok(to)) = (client.try_clone(), server.try_clone()) else { continue };
                let answers = network.clone();
                std::thread::spawn(move || pass(from, to, |_| true));
                std::thread::spawn(move || {
                    pass(server, client, |bytes| {
                        std::thread::sleep(answers.latency);
                        if let Some(left) = &answers.left {
                            left.fetch_sub(bytes as i64, Ordering::Relaxed);
                        }
                        !answers.is_broken()
                    })
                });
            }
        });
        Ok(Proxy { port, ended })
    }

    pub fn port(&self) -> u16 {
        self.port
    }
}

impl Network {
    fn is_broken(&self) -> bool {
        self.left.as_ref().is_some_and(|left| left.load(Ordering::Relaxed) <= 0)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        // Wakes the thread that listens; if that fails, the thread ends with the process.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

/// Copies until an end closes, or `may_pass` (told how many bytes come) says no.
fn pass(mut from: TcpStream, mut to: TcpStream, may_pass: impl Fn(usize) -> bool) {
    let mut buffer = vec![0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        if !may_pass(count) || to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}
