"""The reference: shaders that MaterialX's Python bindings generate.

    reference.py definitions          every node definition, as a node and as an output of a graph
    reference.py osl                  every node definition as an output of a graph, in OSL (as the pixel text)
    reference.py document FILE ELEMENT [NAME=VALUE ...]

Prints one JSON object: from a name to [vertex text, pixel text, public uniforms with their values], or to null where
the reference fails.
"""
import json
import sys

import MaterialX as mx
import MaterialX.PyMaterialXGenGlsl as glsl
import MaterialX.PyMaterialXGenShader as shader_generation

ENVIRONMENTS = shader_generation.HwSpecularEnvironmentMethod
ALBEDOS = shader_generation.HwDirectionalAlbedoMethod if hasattr(shader_generation, "HwDirectionalAlbedoMethod") else None

# Our option to the reference's.
OPTIONS = {
    "transparency": "hwTransparency",
    "srgb_encode": "hwSrgbEncodeOutput",
    "shadow_map": "hwShadowMap",
    "ambient_occlusion": "hwAmbientOcclusion",
    "write_depth_moments": "hwWriteDepthMoments",
    "write_albedo_table": "hwWriteAlbedoTable",
    "write_env_prefilter": "hwWriteEnvPrefilter",
    "normalize_udim": "hwNormalizeUdimTexCoords",
    "implicit_bitangents": "hwImplicitBitangents",
    "vertical_flip": "fileTextureVerticalFlip",
    "elide_constants": "elideConstantNodes",
    "premultiplied_bsdf_add": "premultipliedBsdfAdd",
    "distribute_layer_over_mix": "distributeLayerOverBsdfMix",
    "color_transforms": "emitColorTransforms",
    "target_distance_unit": "targetDistanceUnit",
    "max_lights": "hwMaxActiveLightSources",
    "interface": "shaderInterfaceType",
    "environment": "hwSpecularEnvironmentMethod",
}


def value_of(name, text):
    if name == "environment":
        return getattr(ENVIRONMENTS, "SPECULAR_ENVIRONMENT_" + text.upper())
    if name == "interface":
        kinds = shader_generation.ShaderInterfaceType
        return getattr(kinds, "SHADER_INTERFACE_" + text.upper())
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


class Reference:
    def __init__(self, options):
        self.library = mx.createDocument()
        path = mx.getDefaultDataSearchPath()
        mx.loadLibraries(mx.getDefaultDataLibraryFolders(), path, self.library)
        self.generator = glsl.VkShaderGenerator.create()
        self.generator.registerTypeDefs(self.library)
        self.context = shader_generation.GenContext(self.generator)
        self.context.registerSourceCodeSearchPath(path)
        target = self.generator.getTarget()
        colors = shader_generation.DefaultColorManagementSystem.create(target)
        colors.loadLibrary(self.library)
        self.generator.setColorManagementSystem(colors)
        units = shader_generation.UnitSystem.create(target)
        units.loadLibrary(self.library)
        registry = mx.UnitConverterRegistry.create()
        for kind in ("distance", "angle"):
            definition = self.library.getUnitTypeDef(kind)
            registry.addUnitConverter(definition, mx.LinearUnitConverter.create(definition))
        units.setUnitConverterRegistry(registry)
        self.generator.setUnitSystem(units)
        settings = self.context.getOptions()
        settings.targetColorSpaceOverride = "lin_rec709"
        for option in options:
            name, text = option.split("=")
            if name == "lights":
                self.bind_lights()
                continue
            setattr(settings, OPTIONS[name], value_of(name, text))

    def bind_lights(self):
        """Point, directional and spot lights as 1, 2 and 3. The bindings have the function without its class."""
        for number, kind in enumerate(("point", "directional", "spot"), 1):
            definition = self.library.getNodeDef(f"ND_{kind}_light")
            shader_generation.HwShaderGenerator.bindLightShader(definition, number, self.context)

    def generate(self, element):
        try:
            shader = self.generator.generate(element.getNamePath().replace("/", "_"), element, self.context)
        except Exception:
            return None
        public = shader.getStage("pixel").getUniformBlocks()["PublicUniforms"]
        values = [
            [port.getVariable(), port.getType().getName(), port.getValue().getValueString() if port.getValue() else None]
            for port in public
        ]
        return [shader.getSourceCode("vertex"), shader.getSourceCode("pixel"), values]

    def document(self):
        document = mx.createDocument()
        document.setDataLibrary(self.library)
        return document


def definitions():
    reference = Reference([])
    results = {}
    for definition in reference.library.getNodeDefs():
        name = definition.getName()
        document = reference.document()
        node = document.addNode(definition.getNodeString(), "n", definition.getType())
        node.setNodeDefString(name)
        results["node/" + name] = reference.generate(node)
        document = reference.document()
        output = in_graph(document, definition)
        results["graph/" + name] = reference.generate(output)
    return results


def open_shading_language():
    import MaterialX.PyMaterialXGenOsl as osl

    library = mx.createDocument()
    path = mx.getDefaultDataSearchPath()
    mx.loadLibraries(mx.getDefaultDataLibraryFolders(), path, library)
    generator = osl.OslShaderGenerator.create()
    generator.registerTypeDefs(library)
    context = shader_generation.GenContext(generator)
    context.registerSourceCodeSearchPath(path)
    colors = shader_generation.DefaultColorManagementSystem.create(generator.getTarget())
    colors.loadLibrary(library)
    generator.setColorManagementSystem(colors)
    context.getOptions().targetColorSpaceOverride = "lin_rec709"
    results = {}
    for definition in library.getNodeDefs():
        document = mx.createDocument()
        document.setDataLibrary(library)
        output = in_graph(document, definition)
        try:
            text = generator.generate("g_out", output, context).getSourceCode("pixel")
            results[definition.getName()] = ["", text, []]
        except Exception:
            results[definition.getName()] = None
    return results


def in_graph(document, definition):
    graph = document.addNodeGraph("g")
    node = graph.addNode(definition.getNodeString(), "n", definition.getType())
    node.setNodeDefString(definition.getName())
    for property_name in ("geomprop", "varname"):
        if definition.getActiveInput(property_name):
            node.setInputValue(property_name, "foo", "string")
    outputs = definition.getActiveOutputs()
    output = graph.addOutput("out", outputs[0].getType())
    output.setNodeName("n")
    if len(outputs) > 1:
        output.setOutputString(outputs[0].getName())
    return output


def one(file, element, options):
    reference = Reference(options)
    document = reference.document()
    mx.readFromXmlFile(document, file)
    return {"document": reference.generate(document.getDescendant(element))}


if __name__ == "__main__":
    if sys.argv[1] == "definitions":
        answer = definitions()
    elif sys.argv[1] == "osl":
        answer = open_shading_language()
    else:
        answer = one(sys.argv[2], sys.argv[3], sys.argv[4:])
    json.dump(answer, sys.stdout)
