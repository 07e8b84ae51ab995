//! What version 1.39 has in other words than 1.38.

use rustc_hash::FxHashMap;

use super::{CONNECTIONS, Upgrade};
use crate::dialect::materialx::document::ElementId;

/// Channels of a type: their number and the letters of its components.
fn channels_of(ty: &str) -> (usize, &'static str) {
    match ty {
        "color3" => (3, "rgb"),
        "color4" => (4, "rgba"),
        "vector2" => (2, "xy"),
        "vector3" => (3, "xyz"),
        "vector4" => (4, "xyzw"),
        _ => (1, "x"),
    }
}

/// The index of a channel's letter; the first channel for other letters.
fn channel_index(letter: char) -> usize {
    match letter {
        'g' | 'y' => 1,
        'b' | 'z' => 2,
        'a' | 'w' => 3,
        _ => 0,
    }
}

impl Upgrade<'_> {
    /// Rewrites version 1.38.
    pub fn raise_to_1_39(&mut self) {
        let graphs = self.graphs();
        for graph in &graphs {
            self.channels(*graph);
        }
        for graph in &graphs {
            for node in self.children(*graph) {
                self.node(*graph, node);
                self.drop_values(node);
            }
        }
        for graph in &graphs {
            self.thin_films(*graph);
        }
    }

    /// The connection of an input counts, so its value goes.
    fn drop_values(&mut self, node: ElementId) {
        for input in self.children(node) {
            let is_connected = CONNECTIONS.iter().any(|key| !self.attr(input, key).is_empty());
            if self.category(input) == "input" && is_connected && self.document.elem(input).attr("value").is_some() {
                self.document.unset(input, "value");
                self.note(input, "the value is removed, because the input is connected");
            }
        }
    }

    /// `channels` of inputs and outputs: a swizzle node in between.
    fn channels(&mut self, graph: ElementId) {
        for child in self.children(graph) {
            let mut ports = if self.category(child) == "output" { vec![child] } else { self.children(child) };
            // The outputs of a graph name nodes inside of it.
            ports.retain(|port| *port == child || self.category(*port) == "input");
            let before = child;
            for port in ports {
                let channels = self.attr(port, "channels");
                if channels.is_empty() {
                    continue;
                }
                self.document.unset(port, "channels");
                self.note(port, "the channels are a node of their own");
                let ty = self.attr(port, "type");
                let upstream = self.upstream_type(graph, port, &channels, &ty);
                if upstream == "float" && ty == "float" {
                    continue;
                }
                let swizzle = self.add_node(graph, "swizzle", "swizzle", &ty, before);
                if let Some(input) = self.add(swizzle, "input", "in", &upstream, port) {
                    self.copy_source(port, input);
                }
                self.value(swizzle, "channels", "string", &channels);
                CONNECTIONS.iter().for_each(|key| self.document.unset(port, key));
                self.document.unset(port, "value");
                let name = self.name(swizzle);
                self.document.set(port, "nodename", &name);
            }
        }
    }

    /// The type of what a port with channels is connected to; by the channels, if that is not known.
    fn upstream_type(&self, graph: ElementId, port: ElementId, channels: &str, ty: &str) -> String {
        let (within, at) = (self.document.elem(graph), self.document.elem(port));
        let inner = at.text("nodegraph").and_then(|name| self.document.root().child(name));
        let upstream = match (at.text("nodename"), inner, at.text("interfacename")) {
            (Some(name), _, _) => within.child(name),
            (None, Some(inner), _) => {
                at.text("output").map_or_else(|| inner.outputs().next(), |output| inner.child(output))
            }
            (None, None, Some(name)) => within.input(name),
            (None, None, None) => None,
        };
        match upstream.and_then(|found| found.attr("type")) {
            Some(found) if found != "multioutput" => return found.to_owned(),
            _ => {}
        }
        match channels {
            "xx" | "xxx" | "xxxx" => "float",
            "xyz" | "x" | "y" | "z" => "vector3",
            "rgba" | "a" => "color4",
            _ if ty == "color3" => "color4",
            _ => "color3",
        }
        .to_owned()
    }

    fn node(&mut self, graph: ElementId, node: ElementId) {
        match self.category(node) {
            "swizzle" => self.swizzle(graph, node),
            "atan2" => {
                let renamed = [("in1", "iny"), ("in2", "inx")]
                    .map(|(old, new)| self.input(node, old).is_some_and(|input| self.document.rename(input, new)));
                if renamed.contains(&true) {
                    self.note(node, "the inputs are called `iny` and `inx`");
                }
            }
            "subsurface_bsdf" => self.radius(graph, node),
            "switch" => {
                let Some(which) = self.input(node, "which") else { return };
                if self.attr(which, "value").trim().parse::<f32>().is_ok_and(|value| value >= 5.0) {
                    self.document.set(which, "value", "0");
                    self.note(node, "a constant `which` of 5 or more is 0");
                }
            }
            "normalmap" => self.normalmap(graph, node),
            _ => {}
        }
    }

    fn radius(&mut self, graph: ElementId, node: ElementId) {
        let Some(radius) = self.input(node, "radius").filter(|radius| self.attr(*radius, "type") == "vector3") else {
            return;
        };
        self.note(node, "the radius is a colour");
        let convert = self.add_node(graph, "convert", "convert", "color3", node);
        if let Some(input) = self.add(convert, "input", "in", "vector3", radius) {
            self.copy_source(radius, input);
        }
        self.document.unset(radius, "value");
        CONNECTIONS.iter().for_each(|key| self.document.unset(radius, key));
        let name = self.name(convert);
        self.document.set(radius, "type", "color3");
        self.document.set(radius, "nodename", &name);
    }

    fn normalmap(&mut self, graph: ElementId, node: ElementId) {
        let space = self.input(node, "space");
        if space.is_some_and(|space| self.attr(space, "value") == "object") {
            self.note(node, "a normal in object space is computed by nodes");
            let multiply = self.add_node(graph, "multiply", "multiply", "vector3", node);
            if let (Some(from), Some(to)) =
                (self.input(node, "in"), self.add(multiply, "input", "in1", "vector3", node))
            {
                self.copy_source(from, to);
            }
            self.value(multiply, "in2", "float", "2");
            let subtract = self.add_node(graph, "subtract", "subtract", "vector3", node);
            let name = self.name(multiply);
            self.connect(subtract, "in1", "vector3", &name, None);
            self.value(subtract, "in2", "float", "1");
            self.set_category(node, "normalize");
            self.document.unset(node, "nodedef");
            for child in self.children(node) {
                self.detach(child);
            }
            let name = self.name(subtract);
            self.connect(node, "in", "vector3", &name, None);
            return;
        }
        if let Some(space) = space {
            self.detach(space);
            self.note(node, "the space is removed");
        }
        if self.attr(node, "nodedef") == "ND_normalmap" {
            self.document.set(node, "nodedef", "ND_normalmap_float");
        }
        let (normal, tangent) = (self.input(node, "normal"), self.input(node, "tangent"));
        if (normal.is_none() && tangent.is_none()) || self.input(node, "bitangent").is_some() {
            return;
        }
        self.note(node, "the bitangent is computed by nodes");
        let cross = self.add_node(graph, "crossproduct", "normalmap_cross", "vector3", node);
        for (name, from) in [("in1", normal), ("in2", tangent)] {
            if let Some(from) = from
                && let Some(to) = self.add(cross, "input", name, "vector3", node)
            {
                self.copy_source(from, to);
            }
        }
        let normalize = self.add_node(graph, "normalize", "normalmap_cross_norm", "vector3", node);
        let name = self.name(cross);
        self.connect(normalize, "in", "vector3", &name, None);
        let name = self.name(normalize);
        self.connect(node, "bitangent", "vector3", &name, None);
    }

    /// A swizzle becomes a constant, an extract, a convert, or a combine of separated channels.
    fn swizzle(&mut self, graph: ElementId, node: ElementId) {
        let letters = self.input(node, "channels").map(|input| self.attr(input, "value")).unwrap_or_default();
        let ty = self.attr(node, "type");
        let (wanted, _) = channels_of(&ty);
        let input = self.input(node, "in");
        let source = input.map(|input| self.attr(input, "type")).unwrap_or_else(|| "float".to_owned());
        let (count, _) = channels_of(&source);
        let letters: Vec<char> = letters.chars().chain(std::iter::repeat('x')).take(wanted).collect();
        let is_digit = |letter: &char| matches!(letter, '0' | '1');
        let value = input.and_then(|input| self.document.elem(input).text("value").map(str::to_owned));
        let is_connected = input.is_some_and(|input| CONNECTIONS.iter().any(|key| !self.attr(input, key).is_empty()));
        self.note(node, "a swizzle is written with other nodes");
        self.document.unset(node, "nodedef");
        if let Some(channels) = self.input(node, "channels") {
            self.detach(channels);
        }
        let plain: String = letters.iter().collect();
        if !is_connected || letters.iter().all(is_digit) {
            let parts: Vec<&str> = value.as_deref().unwrap_or("").split(',').map(str::trim).collect();
            let channel = |letter: &char| match letter {
                '0' => "0".to_owned(),
                '1' => "1".to_owned(),
                letter => {
                    let part = parts.get(channel_index(*letter)).or(parts.first());
                    part.filter(|part| !part.is_empty()).map_or("0", |part| part).to_owned()
                }
            };
            let text = letters.iter().map(channel).collect::<Vec<_>>().join(", ");
            self.set_category(node, "constant");
            for child in self.children(node) {
                self.detach(child);
            }
            self.value(node, "value", &ty, &text);
        } else if wanted == 1 && count > 1 && !letters.iter().any(is_digit) {
            self.set_category(node, "extract");
            let index = channel_index(letters[0]).min(count - 1);
            self.value(node, "index", "integer", &index.to_string());
        } else if source != ty && converts(&plain, count) {
            self.set_category(node, "convert");
        } else {
            self.combine(graph, node, &letters, &source);
        }
    }

    fn combine(&mut self, graph: ElementId, node: ElementId, letters: &[char], source: &str) {
        let (count, names) = channels_of(source);
        let Some(input) = self.input(node, "in") else { return };
        let separated = (count > 1).then(|| {
            let separate = self.add_node(graph, &format!("separate{count}"), "separate", "multioutput", node);
            if let Some(to) = self.add(separate, "input", "in", source, input) {
                self.copy_source(input, to);
            }
            self.name(separate)
        });
        let from = CONNECTIONS.map(|key| (key, self.attr(input, key)));
        self.detach(input);
        if letters.len() == 1 {
            // Of one channel, so the swizzle hands it on.
            self.set_category(node, "dot");
            if let Some(to) = self.add(node, "input", "in", "float", node) {
                for (key, text) in from.iter().filter(|(_, text)| !text.is_empty()) {
                    self.document.set(to, key, text);
                }
            }
            return;
        }
        self.set_category(node, &format!("combine{}", letters.len()));
        for (at, letter) in letters.iter().enumerate() {
            let name = format!("in{}", at + 1);
            match (letter, &separated) {
                ('0' | '1', _) => self.value(node, &name, "float", &letter.to_string()),
                (letter, Some(separate)) => {
                    let index = channel_index(*letter).min(count - 1);
                    let output = format!("out{}", &names[index..=index]);
                    self.connect(node, &name, "float", separate, Some(&output));
                }
                (_, None) => {
                    if let Some(to) = self.add(node, "input", &name, "float", node) {
                        for (key, text) in from.iter().filter(|(_, text)| !text.is_empty()) {
                            self.document.set(to, key, text);
                        }
                    }
                }
            }
        }
    }

    /// Layers with a thin film on top: the film's inputs move to the closures below it.
    fn thin_films(&mut self, graph: ElementId) {
        let (mut films, mut given) = (Vec::new(), FxHashMap::default());
        // From a layer that goes to its base.
        let mut bases: FxHashMap<String, String> = FxHashMap::default();
        for layer in self.children_of(graph, "layer") {
            let named = |input: Option<ElementId>| input.map(|input| self.attr(input, "nodename")).unwrap_or_default();
            let (top, base) = (named(self.input(layer, "top")), named(self.input(layer, "base")));
            let film = self.document.elem(graph).child(&top).filter(|film| film.category() == "thin_film_bsdf");
            let Some(film) = film.map(|film| film.id) else { continue };
            self.note(layer, "the thin film is an input of the closures below it");
            self.give_film(graph, film, &base, &mut given);
            bases.insert(self.name(layer), base);
            films.extend([layer, film]);
        }
        self.redirect(&kept_bases(&bases), graph);
        films.sort_unstable();
        films.dedup();
        films.into_iter().for_each(|gone| self.detach(gone));
    }

    /// Gives the inputs of a film to all closures upstream of a node. `given`: bits of the inputs that the nodes upstream
    /// have from other films, which count.
    fn give_film(&mut self, graph: ElementId, film: ElementId, base: &str, given: &mut FxHashMap<ElementId, u8>) {
        const WITH_FILM: [&str; 3] = ["dielectric_bsdf", "conductor_bsdf", "generalized_schlick_bsdf"];
        const INPUTS: [(&str, &str); 2] = [("thickness", "thinfilm_thickness"), ("ior", "thinfilm_ior")];
        let from = INPUTS.map(|(old, new)| self.input(film, old).map(|from| (new, from)));
        let all = (0..INPUTS.len()).fold(0, |bits, at| bits | u8::from(from[at].is_some()) << at);
        let mut open = vec![(base.to_owned(), all)];
        while let Some((name, bits)) = open.pop() {
            let Some(node) = self.document.elem(graph).child(&name).map(|node| node.id) else { continue };
            let known = given.entry(node).or_default();
            let bits = bits & !*known;
            if bits == 0 {
                continue;
            }
            *known |= bits;
            let scatters = self.input(node, "scatter_mode").map(|mode| self.attr(mode, "value"));
            if WITH_FILM.contains(&self.category(node)) && scatters.as_deref() != Some("T") {
                for (at, (new, from)) in from.iter().enumerate().filter_map(|(at, from)| Some((at, (*from)?))) {
                    if bits >> at & 1 == 1
                        && let Some(to) = self.add(node, "input", new, "float", film)
                    {
                        self.copy_source(from, to);
                    }
                }
            }
            for input in self.children(node) {
                open.push((self.attr(input, "nodename"), bits));
            }
        }
    }
}

/// What stays of the base of each layer: the base of its base, where that is a layer that goes as well.
fn kept_bases(bases: &FxHashMap<String, String>) -> FxHashMap<String, String> {
    let mut kept: FxHashMap<&str, &str> = FxHashMap::default();
    let mut layers: Vec<&str> = bases.keys().map(String::as_str).collect();
    layers.sort_unstable();
    for layer in layers {
        let (mut at, mut path) = (layer, Vec::new());
        let end = loop {
            match (kept.get(at), bases.get(at)) {
                (Some(known), _) => break *known,
                // Layers in a circle have no base; the circle is reported where the graph is built.
                (None, Some(base)) if path.len() < bases.len() => {
                    path.push(at);
                    at = base;
                }
                _ => break at,
            }
        };
        kept.extend(path.into_iter().map(|layer| (layer, end)));
    }
    kept.into_iter().map(|(layer, base)| (layer.to_owned(), base.to_owned())).collect()
}

/// The channels keep their order, so that a conversion does it.
fn converts(letters: &str, count: usize) -> bool {
    match letters {
        "rgb" | "xyz" => count == 3 || count == 4,
        "rgba" | "xyzw" => count == 4,
        "rr" | "rrr" | "xx" | "xxx" => count == 1,
        _ => false,
    }
}
