/* Prints each material of the archive's SPIR-V with its shader, and its values for each technique. */
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

int main(int argc, char **argv) {
    static const char *const names[] = {"filmic", "plain", "rocks/blue", "rocks/red"};
    uberc_pack *pack = NULL;
    if (argc != 2 || uberc_pack_open_file(argv[1], &pack) != UBERC_OK)
        return fail("open");
    printf("%" PRIu32 " materials\n", uberc_material_count(pack));
    for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
        uberc_material material;
        uberc_text name, shader_name;
        uberc_shader shader;
        uint32_t bits;
        if (uberc_material_find(pack, "spirv", names[at], &material) != UBERC_OK ||
            uberc_material_name(pack, material, &name) != UBERC_OK ||
            uberc_material_shader(pack, material, &shader) != UBERC_OK ||
            uberc_shader_name(pack, shader, &shader_name) != UBERC_OK ||
            uberc_shader_key_bits(pack, shader, &bits) != UBERC_OK)
            return fail(names[at]);
        print_text(name);
        printf(" -> ");
        print_text(shader_name);
        printf("\n");
        for (uint64_t key = 0; key < UINT64_C(1) << bits; key++) {
            uberc_technique technique;
            uberc_material_values values;
            if (uberc_technique_find(pack, shader, key, &technique) != UBERC_OK ||
                uberc_material_find_values(pack, material, technique, &values) != UBERC_OK)
                return fail("values");
            printf("  technique %" PRIu32 ": %zu bytes", technique.number, values.block_length);
            for (size_t byte = 0; byte < values.block_length; byte++)
                printf(" %02x", values.block[byte]);
            for (uint32_t number = 0; number < values.texture_count; number++) {
                uberc_material_texture texture;
                if (uberc_material_texture_at(pack, material, technique, number, &texture) != UBERC_OK)
                    return fail("texture");
                printf(", ");
                print_text(texture.name);
                printf(" = ");
                print_text(texture.file);
            }
            printf("\n");
        }
    }
    uberc_material material;
    uberc_shader foreign;
    uberc_technique technique;
    uberc_material_values values;
    if (uberc_material_find(pack, "spirv", "rocks/rde", &material) != UBERC_OK)
        fail("unknown");
    if (uberc_material_find(pack, "spirv", "rocks/red", &material) != UBERC_OK ||
        uberc_shader_find(pack, "spirv", "Tonemap", &foreign) != UBERC_OK ||
        uberc_technique_find(pack, foreign, 0, &technique) != UBERC_OK)
        return fail("foreign");
    if (uberc_material_find_values(pack, material, technique, &values) != UBERC_OK)
        fail("of another shader");
    if (uberc_material_name(pack, (uberc_material){7, 7}, NULL) != UBERC_OK)
        fail("no handle");
    uberc_pack_close(pack);
    return 0;
}
