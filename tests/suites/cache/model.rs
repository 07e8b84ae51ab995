//! Random operations against a map.

use super::*;

#[derive(Clone, Debug)]
enum Operation {
    Put(usize, usize),
    Get(usize),
    DamageObject(usize),
    DamageAction(usize),
    LoseObject(usize),
    Gc(u64),
    Verify,
    Reopen,
}

/// A key gives what was last put under it, or nothing; and nothing only if something happened to its files.
pub fn model() -> Result<(), Failed> {
    use proptest::prelude::*;
    let keys = 0usize..8;
    let operation = prop_oneof![
        6 => (keys.clone(), 0usize..5).prop_map(|(key, value)| Operation::Put(key, value)),
        6 => keys.clone().prop_map(Operation::Get),
        1 => (0usize..5).prop_map(Operation::DamageObject),
        1 => keys.prop_map(Operation::DamageAction),
        1 => (0usize..5).prop_map(Operation::LoseObject),
        1 => (0u64..4000).prop_map(Operation::Gc),
        1 => Just(Operation::Verify),
        1 => Just(Operation::Reopen),
    ];
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner.run(&proptest::collection::vec(operation, 1..60), |operations| {
        let dir = temp();
        let mut cache = Some(without_index(dir.path()));
        let mut expected: BTreeMap<usize, usize> = BTreeMap::new();
        // Keys whose files something happened to since they were put.
        let mut at_risk: BTreeSet<usize> = BTreeSet::new();
        for operation in operations {
            let open = cache.as_ref().expect("it is open");
            let object = |value: usize| object_file(dir.path(), &Digest::of(&result(value).output));
            let users = |value: usize| expected.iter().filter(move |(_, v)| **v == value).map(|(key, _)| *key);
            match operation {
                Operation::Put(number, value) => {
                    open.put(&key(number), &result(value));
                    // Damage of the same length stays until somebody reads the object.
                    if open.object(&Digest::of(&result(value).output)).is_some() {
                        at_risk.remove(&number);
                    } else {
                        at_risk.insert(number);
                    }
                    expected.insert(number, value);
                }
                Operation::Get(number) => {
                    let wanted = expected.get(&number).map(|value| result(*value));
                    match open.get(&key(number)) {
                        Some(found) => prop_assert_eq!(Some(found), wanted),
                        None => prop_assert!(wanted.is_none() || at_risk.contains(&number), "key {} is lost", number),
                    }
                }
                Operation::DamageObject(value) => {
                    at_risk.extend(users(value));
                    if let Ok(mut bytes) = fs::read(object(value)) {
                        bytes[0] ^= 1;
                        fs::write(object(value), bytes)?;
                    }
                }
                Operation::DamageAction(number) => {
                    at_risk.insert(number);
                    let path = action_file(dir.path(), &key(number));
                    if path.exists() {
                        fs::write(path, "broken")?;
                    }
                }
                Operation::LoseObject(value) => {
                    at_risk.extend(users(value));
                    let _ = fs::remove_file(object(value));
                }
                Operation::Gc(bytes) => {
                    let report = open.gc(bytes)?;
                    at_risk.extend(expected.keys());
                    prop_assert!(report.kept_bytes <= bytes);
                    prop_assert_eq!(report.kept_bytes, size_of(open));
                }
                Operation::Verify => {
                    open.verify()?;
                    let again = open.verify()?;
                    prop_assert!(again.corrupt.is_empty() && again.dangling.is_empty());
                }
                Operation::Reopen => {
                    drop(cache.take());
                    cache = Some(without_index(dir.path()));
                }
            }
        }
        Ok(())
    })?;
    Ok(())
}
