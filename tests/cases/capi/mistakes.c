/* What goes wrong on purpose: a line for each, with the status and the message. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uberc.h"

static void say(const char *what, uberc_status status) {
    printf("%s: %d %s\n", what, (int)status, status == UBERC_OK ? "" : uberc_message());
}

static int32_t refuse(void *user, const uint8_t *frame, size_t frame_length, const uint8_t *dictionary,
                      size_t dictionary_length, uint64_t dictionary_key, uint8_t *out, size_t out_length) {
    (void)frame, (void)frame_length, (void)dictionary, (void)dictionary_length, (void)dictionary_key;
    memset(out, 0, out_length);
    ++*(int *)user;
    return 0;
}

int main(int argc, char **argv) {
    uberc_pack *pack = NULL;
    const uint8_t nothing[4] = {1, 2, 3, 4};
    say("null bytes", uberc_pack_open(NULL, 0, &pack));
    say("null result", uberc_pack_open(nothing, sizeof nothing, NULL));
    say("no archive", uberc_pack_open(nothing, sizeof nothing, &pack));
    say("no file", uberc_pack_open_file("/nowhere/at/all.fxo", &pack) == UBERC_FILE ? UBERC_OK : UBERC_INTERNAL);
    say("archive", argc == 2 ? uberc_pack_open_file(argv[1], &pack) : UBERC_FILE);
    if (pack == NULL)
        return 1;

    uberc_shader mesh = {0, 0};
    say("unknown target", uberc_shader_find(pack, "dxil", "RenderMesh", &mesh));
    say("unknown shader", uberc_shader_find(pack, "spirv", "RendrMesh", &mesh));
    say("not UTF-8", uberc_shader_find(pack, "spirv", "\xff\xfe", &mesh));
    say("null name", uberc_shader_find(pack, "spirv", NULL, &mesh));
    say("null archive", uberc_shader_find(NULL, "spirv", "RenderMesh", &mesh));
    say("shader", uberc_shader_find(pack, "spirv", "RenderMesh", &mesh));
    printf("%" PRIu32 " shaders\n", uberc_shader_count(pack));

    uberc_branch branch, lights;
    int64_t member = 0;
    say("unknown branch", uberc_branch_find(pack, mesh, "g_bSkining", &branch));
    say("branch", uberc_branch_find(pack, mesh, "g_nLights", &lights));
    printf("%" PRId64 " to %" PRId64 ", mask %#" PRIx64 "\n", lights.min, lights.max, lights.mask);
    say("enum", uberc_branch_find(pack, mesh, "g_Quality", &branch));
    say("unknown member", uberc_member_find(pack, mesh, "g_Quality", "Ultra", &member));
    say("member", uberc_member_find(pack, mesh, "g_Quality", "High", &member));

    uint64_t key = 0;
    say("no such value", uberc_key_set(&key, lights, 2));
    say("lowest value", uberc_key_set(&key, lights, -1));
    say("value", uberc_key_set(&key, branch, member));
    say("null key", uberc_key_set(NULL, branch, 0));
    printf("key %#" PRIx64 "\n", key);

    uberc_technique technique = {{9, 9}, 9};
    uberc_shader foreign = {1, 0};
    say("miss", uberc_technique_find(pack, mesh, key | 3, &technique));
    printf("untouched %" PRIu32 "\n", technique.number);
    say("bits beyond the key", uberc_technique_find(pack, mesh, UINT64_C(1) << 40, &technique));
    say("foreign shader", uberc_technique_find(pack, foreign, key, &technique));
    say("fallback", uberc_fallback(pack, mesh, key | 3, &technique));
    say("technique", uberc_technique_find(pack, mesh, key, &technique));

    uberc_variant variant;
    uint8_t present = 7;
    say("no such stage", uberc_technique_stage(pack, technique, 8, &variant, &present));
    say("absent stage", uberc_technique_stage(pack, technique, UBERC_HULL, &variant, &present));
    printf("present %d\n", present);
    say("stage", uberc_technique_stage(pack, technique, UBERC_VERTEX, &variant, &present));
    technique.number = 1000;
    say("foreign technique", uberc_technique_stage(pack, technique, UBERC_VERTEX, &variant, &present));
    uberc_binding binding;
    say("no such binding", uberc_variant_binding(pack, variant.index, 99, &binding));

    uberc_decoder *decoder = NULL;
    uint8_t code[4096];
    size_t length = 0;
    int calls = 0;
    say("null decoder", uberc_decode(NULL, pack, variant.blob, code, sizeof code, &length));
    say("decoder", uberc_decoder_new(&decoder));
    say("short buffer", uberc_decode(decoder, pack, variant.blob, code, 3, &length));
    printf("needs %d\n", length == variant.code_length);
    say("null buffer", uberc_decode(decoder, pack, variant.blob, NULL, sizeof code, &length));
    say("no such blob", uberc_decode(decoder, pack, 100000, code, sizeof code, &length));
    say("decode", uberc_decode(decoder, pack, variant.blob, code, sizeof code, &length));
    uberc_decoder_free(decoder);
    decoder = NULL;
    say("null function", uberc_decoder_new_with(NULL, NULL, &decoder));
    say("engine's decoder", uberc_decoder_new_with(refuse, &calls, &decoder));
    say("that fails", uberc_decode(decoder, pack, variant.blob, code, sizeof code, &length));
    printf("called %d\n", calls);
    uberc_decoder_free(decoder);
    uberc_decoder_free(NULL);
    uberc_pack_close(pack);
    uberc_pack_close(NULL);
    return 0;
}
