//! One info merged into another.

use rustc_hash::FxHashMap;

use super::build::append_call;
use super::info::{
    Attribute, Constant, Define, FragmentOut, Info, Placed, PushConstant, Resource, SubpassIn, Variable,
};
use super::vocabulary::{BuiltinBits, DepthWrite};

/// An entry of a list in which equal ones collapse.
trait Entry: Clone + PartialEq {
    /// What equal entries have in common.
    fn key(&self) -> &str;
}

macro_rules! named_entries {
    ($($ty:ident),+) => {
        $(impl Entry for $ty {
            fn key(&self) -> &str {
                &self.name
            }
        })+
    };
}

named_entries!(Attribute, Constant, Define, FragmentOut, PushConstant, Resource, SubpassIn, Variable);

impl Entry for String {
    fn key(&self) -> &str {
        self
    }
}

impl Entry for BuiltinBits {
    fn key(&self) -> &str {
        self.name()
    }
}

/// Entries that are compared one by one; longer lists have an index.
const SHORT: usize = 32;

/// The places of a list's entries by their key, for lists that are long.
#[derive(Default)]
struct Index {
    places: FxHashMap<String, Vec<usize>>,
    /// Entries that are in it.
    known: usize,
}

fn append_all<T: Entry>(list: &mut Vec<Placed<T>>, index: &mut Index, others: &[Placed<T>]) {
    for other in others {
        let is_known = if list.len() <= SHORT {
            list.iter().any(|known| known.value == other.value)
        } else {
            for (place, entry) in list.iter().enumerate().skip(index.known) {
                index.places.entry(entry.value.key().to_owned()).or_default().push(place);
            }
            index.known = list.len();
            let places = index.places.get(other.value.key());
            places.is_some_and(|places| places.iter().any(|place| list[*place].value == other.value))
        };
        if !is_known {
            list.push(other.clone());
        }
    }
}

fn append_calls<T: PartialEq + Clone>(list: &mut Vec<Placed<T>>, others: &[Placed<T>]) {
    for other in others {
        append_call(list, other.value.clone(), other.at);
    }
}

macro_rules! lists {
    (collapse: $($list:ident),+; once: $($single:ident),+) => {
        #[derive(Default)]
        struct Indices {
            $($list: Index,)+
        }

        fn append_lists(info: &mut Info, indices: &mut Indices, other: &Info) {
            $(append_all(&mut info.$list, &mut indices.$list, &other.$list);)+
            $(append_calls(&mut info.$single, &other.$single);)+
        }

        /// Bytes of the names and texts of an info's entries.
        pub fn bytes(info: &Info) -> usize {
            let names = info.merged.iter().map(String::len).sum::<usize>()
                $(+ info.$list.iter().map(|entry| entry.value.key().len()).sum::<usize>())+;
            let texts = info.sources.iter().chain(&info.generated).chain(&info.functions);
            let values = info.defines.iter().map(|define| define.value.value.len());
            names + texts.map(|text| text.value.text.len()).chain(values).sum::<usize>()
        }

        /// Number of an info's entries.
        pub fn entries(info: &Info) -> usize {
            info.merged.len() $(+ info.$list.len())+ $(+ info.$single.len())+
        }
    };
}

lists! {
    collapse: vertex_in, vertex_out, geometry_out, fragment_out, subpass_in, specialization_constants,
        compilation_constants, shared_variables, push_constants, resources, builtins, defines, typedefs,
        typedefs_generated, dependencies_generated;
    once: local_size, geometry_layout, sources, generated, functions
}

/// An info that others are merged into.
pub struct Merger {
    pub info: Info,
    indices: Indices,
    /// `Info::merged`, where it is long.
    merged: FxHashMap<String, ()>,
}

impl Merger {
    pub fn new(info: Info) -> Merger {
        Merger { info, indices: Indices::default(), merged: FxHashMap::default() }
    }

    /// Adds the entries of a merged info that this one does not have. What only one info may have is added too, for
    /// [`conflicts`](super::names::conflicts) to report. Flags are not inherited.
    pub fn merge(&mut self, other: &Info) {
        append_lists(&mut self.info, &mut self.indices, other);
        for name in std::iter::once(&other.name).chain(&other.merged) {
            self.add_name(name);
        }
        let info = &mut self.info;
        let is_early = |info: &Info| info.early_fragment_test.as_ref().is_some_and(|set| set.value);
        if is_early(other) && !is_early(info) {
            info.early_fragment_test.clone_from(&other.early_fragment_test);
        }
        if other.depth_write.as_ref().is_some_and(|set| set.value != DepthWrite::Unchanged) {
            info.depth_write.clone_from(&other.depth_write);
        }
    }

    fn add_name(&mut self, name: &String) {
        let names = &mut self.info.merged;
        let is_known = if names.len() <= SHORT {
            names.contains(name)
        } else {
            for known in names.iter().skip(self.merged.len()) {
                self.merged.insert(known.clone(), ());
            }
            self.merged.contains_key(name)
        };
        if !is_known {
            names.push(name.clone());
        }
    }

    /// The merged info, with what follows from all entries: early tests leave the depth unchanged.
    pub fn finish(self) -> Info {
        let mut info = self.info;
        if info.early_fragment_test.as_ref().is_some_and(|set| set.value) {
            info.depth_write = None;
        }
        info
    }
}
