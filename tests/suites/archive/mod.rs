//! `uberc-runtime` reads what `pack` writes, and rejects damaged bytes.
#![expect(clippy::unwrap_used, reason = "a test whose sample cannot be made has failed")]

mod damage;
mod document;
pub mod live;
mod lookup;
mod random;
pub mod sample;
mod spirv;
mod versions;
mod wrong_records;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    let mut trials = crate::harness::cases("archive", lookup::misses);
    trials.extend(lookup::trials());
    trials.extend(damage::trials());
    trials.extend(document::trials());
    trials.extend(random::trials());
    trials.extend(live::trials());
    trials.extend(spirv::trials());
    trials.extend(versions::trials());
    trials.extend(wrong_records::trials());
    trials
}
