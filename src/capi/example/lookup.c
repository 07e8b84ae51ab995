/* Prints the technique of every permutation of a shader: its number, and for each stage the entry point, the number
 * of bindings and a hash (FNV-1a) of the code; or what a miss says and where the fallback leads.
 *
 *     cc lookup.c $(pkg-config --cflags --libs uberc) -o lookup
 *     ./lookup shaders.fxo spirv RenderMesh
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "uberc.h"

static uint64_t fnv1a(const uint8_t *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t at = 0; at < length; at++)
        hash = (hash ^ bytes[at]) * UINT64_C(0x100000001b3);
    return hash;
}

static int fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, uberc_message());
    return 1;
}

static int print_stage(const uberc_pack *pack, uberc_decoder *decoder, uberc_technique technique, uint32_t stage) {
    uberc_variant variant;
    uint8_t present = 0;
    if (uberc_technique_stage(pack, technique, stage, &variant, &present) != UBERC_OK)
        return fail("stage");
    if (!present)
        return 0;
    /* A buffer of length 0 is no buffer. */
    uint8_t *code = malloc(variant.code_length + 1);
    size_t length = 0;
    if (code == NULL || uberc_decode(decoder, pack, variant.blob, code, variant.code_length, &length) != UBERC_OK) {
        free(code);
        return fail("decode");
    }
    printf(" %" PRIu32 " %.*s %" PRIu32 " %016" PRIx64, stage, (int)variant.entry_point.length,
           variant.entry_point.data, variant.binding_count, fnv1a(code, length));
    for (uint32_t number = 0; number < variant.binding_count; number++) {
        uberc_binding binding;
        if (uberc_variant_binding(pack, variant.index, number, &binding) != UBERC_OK) {
            free(code);
            return fail("binding");
        }
        printf(" %" PRIu32 ".%" PRIu32 "=%.*s", binding.set, binding.binding, (int)binding.name.length,
               binding.name.data);
    }
    free(code);
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "lookup ARCHIVE TARGET SHADER\n");
        return 2;
    }
    uberc_pack *pack = NULL;
    uberc_decoder *decoder = NULL;
    uberc_shader shader;
    uint32_t bits = 0;
    int failed = 1;
    if (uberc_pack_open_file(argv[1], &pack) != UBERC_OK || uberc_decoder_new(&decoder) != UBERC_OK ||
        uberc_shader_find(pack, argv[2], argv[3], &shader) != UBERC_OK ||
        uberc_shader_key_bits(pack, shader, &bits) != UBERC_OK || bits > 20) {
        fail(argv[1]);
        goto done;
    }
    for (uint64_t key = 0; key < UINT64_C(1) << bits; key++) {
        uberc_technique technique;
        uberc_status status = uberc_technique_find(pack, shader, key, &technique);
        if (status == UBERC_MISS) {
            printf("%" PRIu64 " %s", key, uberc_message());
            if (uberc_fallback(pack, shader, key, &technique) == UBERC_OK)
                printf(" -> %" PRIu32 "/%" PRIu32, technique.shader.index, technique.number);
            printf("\n");
            continue;
        }
        uberc_render_state state;
        if (status != UBERC_OK || uberc_technique_render_state(pack, technique, &state) != UBERC_OK) {
            fail("technique");
            goto done;
        }
        printf("%" PRIu64 " %" PRIu32 " z %d %d bias %" PRId32, key, technique.number, state.z_func,
               state.z_write_enable, state.depth_bias);
        for (uint32_t stage = UBERC_VERTEX; stage <= UBERC_MESH; stage++)
            if (print_stage(pack, decoder, technique, stage) != 0)
                goto done;
        printf("\n");
    }
    failed = 0;
done:
    uberc_decoder_free(decoder);
    uberc_pack_close(pack);
    return failed;
}
