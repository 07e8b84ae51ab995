/* Prints the program of each technique of `Plasma`, with what it needs, and what functions for programs say of others. */
#include <inttypes.h>
#include <stdio.h>

#include "uberc.h"

static void print_text(uberc_text text) {
    printf("%.*s", (int)text.length, text.data);
}

static int fail(const char *what) {
    printf("%s: %s\n", what, uberc_message());
    return 1;
}

static int print_value(const uberc_pack *pack, uberc_technique technique, const char *name) {
    uberc_value value = {9, 0, {NULL, 0}};
    uint8_t present = 7;
    if (uberc_technique_metadata(pack, technique, name, &value, &present) != UBERC_OK)
        return fail(name);
    printf("  %s: ", name);
    if (!present)
        printf("none, and the value is %" PRIu32 " as before", value.kind);
    else if (value.kind == UBERC_BOOL)
        printf("%s", value.number == 1 ? "yes" : "no");
    else if (value.kind == UBERC_NUMBER)
        printf("%g", value.number);
    else if (value.kind == UBERC_TEXT)
        print_text(value.text);
    printf("\n");
    return 0;
}

int main(int argc, char **argv) {
    uberc_pack *pack = NULL;
    uberc_decoder *decoder = NULL;
    uberc_shader plasma, other;
    uberc_branch warm;
    if (argc != 2 || uberc_pack_open_file(argv[1], &pack) != UBERC_OK || uberc_decoder_new(&decoder) != UBERC_OK ||
        uberc_shader_find(pack, "spirv", "Plasma", &plasma) != UBERC_OK ||
        uberc_shader_find(pack, "spirv", "Tonemap", &other) != UBERC_OK ||
        uberc_branch_find(pack, plasma, "g_bWarm", &warm) != UBERC_OK)
        return fail("open");
    uberc_technique technique;
    uberc_program program;
    uint8_t present = 7;
    for (int64_t value = 0; value <= 1; value++) {
        uint64_t key = 0;
        uint8_t code[64];
        size_t length = 0;
        if (uberc_key_set(&key, warm, value) != UBERC_OK ||
            uberc_technique_find(pack, plasma, key, &technique) != UBERC_OK ||
            uberc_technique_program(pack, technique, &program, &present) != UBERC_OK ||
            uberc_decode(decoder, pack, program.blob, code, sizeof code, &length) != UBERC_OK)
            return fail("program");
        printf("g_bWarm=%" PRId64 ": present %d, for ", value, present);
        print_text(program.machine);
        printf(", %zu bytes: %.*s\n", program.code_length, (int)length, (const char *)code);
        if (print_value(pack, technique, "psl registers") || print_value(pack, technique, "psl g_bMath") ||
            print_value(pack, technique, "Queue") || print_value(pack, technique, "psl stack"))
            return 1;
    }
    uberc_variant variant;
    if (uberc_technique_stage(pack, technique, UBERC_PIXEL, &variant, &present) != UBERC_OK)
        return fail("stage");
    printf("a pixel stage beside the program: present %d\n", present);
    uint32_t blob = program.blob;
    if (uberc_technique_find(pack, other, 0, &technique) != UBERC_OK ||
        uberc_technique_program(pack, technique, &program, &present) != UBERC_OK)
        return fail("stages");
    printf("of a technique with stages: present %d, untouched %d\n", present, program.blob == blob);
    technique.number = 1000;
    if (uberc_technique_program(pack, technique, &program, &present) != UBERC_OK)
        fail("foreign technique");
    technique.number = 0;
    if (uberc_technique_program(pack, technique, &program, NULL) != UBERC_OK)
        fail("null");
    if (uberc_technique_metadata(pack, technique, NULL, NULL, &present) != UBERC_OK)
        fail("null name");
    uberc_decoder_free(decoder);
    uberc_pack_close(pack);
    return 0;
}
