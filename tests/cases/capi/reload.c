/* An archive that is replaced while it is used: reload FIRST MOVED DAMAGED. In MOVED the branches lie at other bits and a shader
 * is gone. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "uberc.h"

static void say(const char *what, uberc_status status) {
    printf("%s: %d %s\n", what, (int)status, status == UBERC_OK ? "" : uberc_message());
}

static uberc_live *live;
static uberc_live_shader mesh, simple;
static uberc_live_branch skinning;

/* The technique of the skinned mesh in what is loaded now. */
static uberc_status skinned(uint64_t *key, uint32_t *number, uint64_t *loaded) {
    uberc_generation *now = NULL;
    uberc_shader shader;
    uberc_branch branch;
    uberc_technique technique;
    uberc_status status = uberc_live_current(live, &now);
    *key = 0;
    if (status == UBERC_OK)
        status = uberc_generation_shader(now, mesh, &shader);
    if (status == UBERC_OK)
        status = uberc_generation_branch(now, skinning, &branch);
    if (status == UBERC_OK)
        status = uberc_key_set(key, branch, 1);
    if (status == UBERC_OK)
        status = uberc_technique_find(uberc_generation_pack(now), shader, *key, &technique);
    if (status == UBERC_OK) {
        *number = technique.number;
        *loaded = uberc_generation_number(now);
    }
    uberc_generation_release(now);
    return status;
}

static void print_skinned(void) {
    uint64_t key, loaded = 0;
    uint32_t number = 0;
    uberc_status status = skinned(&key, &number, &loaded);
    say("skinned", status);
    if (status == UBERC_OK)
        printf("archive %" PRIu64 ": key %#" PRIx64 ", technique %" PRIu32 "\n", loaded, key, number);
}

/* A thread that looks up while another reloads: never less than whole. */
static void *reader(void *failures) {
    for (int round = 0; round < 2000; round++) {
        uint64_t key, loaded;
        uint32_t number;
        if (skinned(&key, &number, &loaded) != UBERC_OK || key != (loaded % 2 == 0 ? 1u : 2u))
            ++*(int *)failures;
    }
    return NULL;
}

int main(int argc, char **argv) {
    uint32_t lost = 99;
    if (argc != 4)
        return 2;
    say("no file", uberc_live_open_file("/nowhere/at/all.fxo", &live) == UBERC_FILE ? UBERC_OK : UBERC_INTERNAL);
    say("damaged", uberc_live_open_file(argv[3], &live));
    say("null result", uberc_live_open_file(argv[1], NULL));
    say("open", uberc_live_open_file(argv[1], &live));
    if (live == NULL)
        return 1;
    say("unknown shader", uberc_live_shader_find(live, "spirv", "Nothing", &mesh));
    say("mesh", uberc_live_shader_find(live, "spirv", "RenderMesh", &mesh));
    say("simple", uberc_live_shader_find(live, "spirv", "RenderSimple", &simple));
    uberc_live_shader again = {99};
    say("again", uberc_live_shader_find(live, "spirv", "RenderMesh", &again));
    printf("%s\n", again.number == mesh.number ? "the same handle" : "another handle");
    say("unknown branch", uberc_live_branch_find(live, mesh, "g_bNothing", &skinning));
    say("branch of a foreign shader", uberc_live_branch_find(live, (uberc_live_shader){77}, "g_bSkinning", &skinning));
    say("branch", uberc_live_branch_find(live, mesh, "g_bSkinning", &skinning));
    print_skinned();

    uberc_generation *before = NULL, *after = NULL;
    uberc_shader shader;
    uberc_text name;
    say("hold", uberc_live_current(live, &before));
    say("reload what is damaged", uberc_live_reload_file(live, argv[3], &lost));
    printf("lost untouched: %" PRIu32 "\n", lost);
    print_skinned();
    say("reload", uberc_live_reload_file(live, argv[2], &lost));
    printf("lost: %" PRIu32 "\n", lost);
    print_skinned();
    say("hold", uberc_live_current(live, &after));
    say("lost shader", uberc_generation_shader(after, simple, &shader));
    say("foreign handle", uberc_generation_shader(after, (uberc_live_shader){77}, &shader));
    say("the same in the old one", uberc_generation_shader(before, simple, &shader));
    say("name", uberc_shader_name(uberc_generation_pack(before), shader, &name));
    printf("%.*s\n", (int)name.length, name.data);
    uberc_generation_release(after);

    int failures[2] = {0, 0};
    pthread_t threads[2];
    for (int at = 0; at < 2; at++)
        if (pthread_create(&threads[at], NULL, reader, &failures[at]) != 0)
            return 1;
    /* The first archive is an even one again. */
    for (int round = 0; round < 101; round++)
        if (uberc_live_reload_file(live, argv[1 + round % 2], NULL) != UBERC_OK)
            return 1;
    for (int at = 0; at < 2; at++)
        pthread_join(threads[at], NULL);
    printf("failures: %d\n", failures[0] + failures[1]);
    print_skinned();

    /* A generation outlives what it came from. */
    uberc_live_close(live);
    say("name", uberc_shader_name(uberc_generation_pack(before), shader, &name));
    printf("%.*s\n", (int)name.length, name.data);
    uberc_generation_release(before);
    printf("%s %d\n", uberc_generation_pack(NULL) == NULL ? "null" : "?", (int)uberc_generation_number(NULL));
    uberc_generation_release(NULL);
    uberc_live_close(NULL);
    return 0;
}
