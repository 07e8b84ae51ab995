//! The signatures in a container of Direct3D 10 to 12: which register holds each value that a stage reads or writes.
//!
//! A container is `DXBC`, a digest, a version, its length, and the offsets of its parts; a part is a code of four
//! characters, a length and data. FXC writes `ISGN` and `OSGN` (`OSG5` with streams), DXC `ISG1` and `OSG1`; the
//! layouts are those of `DxilContainer.h` of DirectXShaderCompiler and of the headers of Windows' SDK.

/// A value in a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Without its number, as the source writes it.
    pub semantic: String,
    pub index: u32,
    /// `None`: no register, as of a depth.
    pub number: Option<u32>,
    /// Bit *n*: component *n*.
    pub components: u8,
}

/// The values that a stage reads and writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signatures {
    pub inputs: Vec<Register>,
    pub outputs: Vec<Register>,
}

/// Upper bound of the values of one signature.
const MOST: u32 = 256;

/// The signatures; `None` where the bytes are no such container, or end too early.
pub fn signatures(bytes: &[u8]) -> Option<Signatures> {
    if !bytes.starts_with(b"DXBC") {
        return None;
    }
    let mut found = Signatures::default();
    for part in 0..word(bytes, 28)?.min(MOST) as usize {
        let at = word(bytes, 32 + 4 * part)? as usize;
        let code = bytes.get(at..at.checked_add(4)?)?;
        let data = bytes.get(at.checked_add(8)?..)?.get(..word(bytes, at + 4)? as usize)?;
        // Bytes of an element, and of what stands before its name.
        let (size, before, list) = match code {
            b"ISGN" => (24, 0, &mut found.inputs),
            b"OSGN" => (24, 0, &mut found.outputs),
            b"OSG5" => (28, 4, &mut found.outputs),
            b"ISG1" => (32, 4, &mut found.inputs),
            b"OSG1" => (32, 4, &mut found.outputs),
            _ => continue,
        };
        for element in 0..word(data, 0)?.min(MOST) as usize {
            list.push(register(data, 8 + size * element + before)?);
        }
    }
    Some(found)
}

/// Name, index, system value, type, register, mask.
fn register(data: &[u8], at: usize) -> Option<Register> {
    let name = data.get(word(data, at)? as usize..)?;
    let name = name.get(..name.iter().position(|byte| *byte == 0)?)?;
    let number = word(data, at + 16)?;
    Some(Register {
        semantic: String::from_utf8_lossy(name).into_owned(),
        index: word(data, at + 4)?,
        number: (number != u32::MAX).then_some(number),
        components: *data.get(at + 20)?,
    })
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A container with one input in the form of FXC.
    fn container() -> Vec<u8> {
        let mut data: Vec<u8> = Vec::new();
        for value in [1u32, 8, 32, 3, 0, 3, 2, 0x0303] {
            data.extend(value.to_le_bytes());
        }
        data.extend(b"NORMAL\0\0");
        let mut bytes = b"DXBC".to_vec();
        bytes.extend([0; 16]);
        let part = 36 + 8 + data.len() as u32;
        for value in [1u32, part, 1, 36] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(b"ISGN");
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(data);
        bytes
    }

    #[test]
    fn a_value_has_its_register() {
        let normal = Register { semantic: "NORMAL".to_owned(), index: 3, number: Some(2), components: 3 };
        assert_eq!(signatures(&container()), Some(Signatures { inputs: vec![normal], outputs: Vec::new() }));
    }

    #[test]
    fn what_ends_too_early_has_none() {
        let whole = container();
        for length in 0..whole.len() - 1 {
            assert_eq!(signatures(&whole[..length]), None, "{length}");
        }
    }
}
