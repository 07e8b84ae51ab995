//! Changes of a list of children that are made all at once.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialect::materialx::document::ElementId;

/// What is to be done to the children of an element.
#[derive(Debug, Default)]
pub struct Edits {
    /// From a child to those that are moved before it, in order.
    before: FxHashMap<ElementId, Vec<ElementId>>,
    moved: FxHashSet<ElementId>,
    removed: FxHashSet<ElementId>,
}

impl Edits {
    /// Moves a child before another one.
    pub fn insert_before(&mut self, before: ElementId, child: ElementId) {
        self.before.entry(before).or_default().push(child);
        self.moved.insert(child);
    }

    /// Removes a child.
    pub fn remove(&mut self, child: ElementId) {
        self.removed.insert(child);
    }

    /// The children after the changes.
    pub fn applied(mut self, children: &[ElementId]) -> Vec<ElementId> {
        let mut done = Vec::with_capacity(children.len());
        for child in children.iter().filter(|child| !self.moved.contains(*child)) {
            // Nodes that are moved can have others before them. Each is in one list, so this ends.
            let mut open = vec![*child];
            while let Some(next) = open.last() {
                match self.before.remove(next) {
                    Some(moved) => open.extend(moved.into_iter().rev()),
                    None => done.extend(open.pop().filter(|next| !self.removed.contains(next))),
                }
            }
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stand_before_those_that_need_them() {
        let mut edits = Edits::default();
        edits.insert_before(2, 10);
        edits.insert_before(2, 11);
        edits.insert_before(11, 12);
        edits.remove(2);
        edits.remove(3);
        assert_eq!(edits.applied(&[1, 2, 3, 4, 10, 11, 12]), [1, 10, 12, 11, 4]);
    }
}
