// Looks a technique up, as a game does: names once, then handles.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "uberc.h"

static int fail(const char *what) {
    std::fprintf(stderr, "%s: %s\n", what, uberc_message());
    return 1;
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "shaders.fxo";
    uberc_pack *pack = nullptr;
    uberc_decoder *decoder = nullptr;
    uberc_shader model;
    uberc_branch lit;
    if (uberc_pack_open_file(path, &pack) != UBERC_OK || uberc_decoder_new(&decoder) != UBERC_OK)
        return fail(path);
    if (uberc_shader_find(pack, "spirv", "Model", &model) != UBERC_OK ||
        uberc_branch_find(pack, model, "g_bLit", &lit) != UBERC_OK)
        return fail("Model");

    uint64_t key = 0; // each branch has its first value
    uberc_technique technique;
    if (uberc_key_set(&key, lit, 1) != UBERC_OK || uberc_technique_find(pack, model, key, &technique) != UBERC_OK)
        return fail("technique"); // UBERC_MISS: not built; uberc_fallback may know another
    for (uint32_t stage = UBERC_VERTEX; stage <= UBERC_MESH; stage++) {
        uberc_variant variant;
        uint8_t present = 0;
        if (uberc_technique_stage(pack, technique, stage, &variant, &present) != UBERC_OK)
            return fail("stage");
        if (!present)
            continue;
        std::vector<uint8_t> code(variant.code_length);
        size_t length = 0;
        if (uberc_decode(decoder, pack, variant.blob, code.data(), code.size(), &length) != UBERC_OK)
            return fail("decode");
        std::printf("stage %u: %.*s, %zu bytes\n", stage, static_cast<int>(variant.entry_point.length),
                    variant.entry_point.data, length);
    }
    uberc_decoder_free(decoder);
    uberc_pack_close(pack);
    return 0;
}
