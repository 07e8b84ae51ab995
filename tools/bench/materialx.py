"""The reference of the bench `materialx`: MaterialX's Python bindings.

    materialx.py speed        prints seconds of processor time: reading the node library, then generating each surface
    materialx.py documents    writes both stages of every document of the working folder into `reference`
"""
import os
import sys
import time

import MaterialX as mx
import MaterialX.PyMaterialXGenGlsl as glsl
import MaterialX.PyMaterialXGenShader as shader_generation

REPEATED = 50
SURFACES = ("standard_surface", "open_pbr_surface", "gltf_pbr", "UsdPreviewSurface", "disney_principled")


def library():
    document = mx.createDocument()
    mx.loadLibraries(mx.getDefaultDataLibraryFolders(), mx.getDefaultDataSearchPath(), document)
    return document


def context_of(document):
    generator = glsl.VkShaderGenerator.create()
    generator.registerTypeDefs(document)
    context = shader_generation.GenContext(generator)
    context.registerSourceCodeSearchPath(mx.getDefaultDataSearchPath())
    colors = shader_generation.DefaultColorManagementSystem.create(generator.getTarget())
    colors.loadLibrary(document)
    generator.setColorManagementSystem(colors)
    context.getOptions().targetColorSpaceOverride = "lin_rec709"
    for number, kind in enumerate(("point", "directional", "spot"), 1):
        definition = document.getNodeDef(f"ND_{kind}_light")
        shader_generation.HwShaderGenerator.bindLightShader(definition, number, context)
    return generator, context


def speed():
    start = time.process_time()
    data = library()
    print(time.process_time() - start)
    generator, context = context_of(data)
    for category in SURFACES:
        document = mx.createDocument()
        document.setDataLibrary(data)
        shader = document.addNode(category, "s", "surfaceshader")
        material = document.addMaterialNode("material", shader)
        generator.generate("material", material, context)
        start = time.process_time()
        for _ in range(REPEATED):
            generator.generate("material", material, context)
        print((time.process_time() - start) / REPEATED)


def documents():
    data = library()
    generator, context = context_of(data)
    os.makedirs("reference", exist_ok=True)
    for name in sorted(name for name in os.listdir(".") if name.endswith(".mtlx")):
        document = mx.createDocument()
        document.setDataLibrary(data)
        mx.readFromXmlFile(document, name)
        for material in document.getMaterialNodes():
            shader = generator.generate(material.getName(), material, context)
            for stage, extension in (("vertex", "vert"), ("pixel", "frag")):
                with open(f"reference/{material.getName()}.{extension}", "w") as file:
                    file.write(shader.getSourceCode(stage))


if __name__ == "__main__":
    speed() if sys.argv[1] == "speed" else documents()
