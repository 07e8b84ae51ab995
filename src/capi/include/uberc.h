/* uberc: reads shader archives. Generated from src/capi; do not edit.
 *
 * Find names once, keep the handles; then a look-up is a few loads:
 *
 *     uberc_pack *pack;
 *     uberc_pack_open(bytes, length, &pack);
 *     uberc_shader mesh;
 *     uberc_shader_find(pack, "spirv", "RenderMesh", &mesh);
 *     uberc_branch skinning;
 *     uberc_branch_find(pack, mesh, "g_bSkinning", &skinning);
 *
 *     uint64_t key = 0;
 *     uberc_key_set(&key, skinning, 1);
 *     uberc_technique technique;
 *     uberc_technique_find(pack, mesh, key, &technique);
 *
 * These handles are of one archive. A game that replaces its archive while it runs uses uberc_live, whose handles
 * survive, and asks once a frame:
 *
 *     uberc_live *live;
 *     uberc_live_open_file("shaders.fxo", &live);
 *     uberc_live_shader mesh;
 *     uberc_live_shader_find(live, "spirv", "RenderMesh", &mesh);
 *
 *     uberc_generation *now;
 *     uberc_live_current(live, &now);
 *     uberc_shader shader;
 *     uberc_generation_shader(now, mesh, &shader);
 *     uberc_technique_find(uberc_generation_pack(now), shader, key, &technique);
 *     uberc_generation_release(now);
 *
 * Every function but uberc_decode may be called by many threads for one archive.
 */

#ifndef UBERC_H
#define UBERC_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// How a function went. Whatever is not `UBERC_OK` leaves the results as they were, and `uberc_message` explains it.
typedef enum uberc_status {
  UBERC_OK = 0,
  // The permutation has no technique; `uberc_fallback` may have one.
  UBERC_MISS = 1,
  // A null pointer, text that is not UTF-8, a handle that is not of this archive.
  UBERC_BAD_ARGUMENT = 2,
  // There is no target, shader, branch or member of that name.
  UBERC_UNKNOWN_NAME = 3,
  // The branch does not have this value.
  UBERC_NO_SUCH_VALUE = 4,
  // The file cannot be read.
  UBERC_FILE = 5,
  // The bytes are not an archive this version reads, or damaged.
  UBERC_NOT_AN_ARCHIVE = 6,
  // The blob is damaged.
  UBERC_DAMAGED = 7,
  // The buffer is too short for what was asked for.
  UBERC_BUFFER_TOO_SHORT = 8,
  // A mistake of this library; the archive and its handles stay usable.
  UBERC_INTERNAL = 9,
} uberc_status;

// A stage of the pipeline.
typedef enum uberc_stage {
  UBERC_VERTEX = 0,
  UBERC_PIXEL = 1,
  UBERC_COMPUTE = 2,
  UBERC_HULL = 3,
  UBERC_DOMAIN = 4,
  UBERC_GEOMETRY = 5,
  UBERC_AMPLIFICATION = 6,
  UBERC_MESH = 7,
} uberc_stage;

// What a value of a sidecar is.
typedef enum uberc_value_kind {
  UBERC_BOOL = 0,
  UBERC_NUMBER = 1,
  UBERC_TEXT = 2,
} uberc_value_kind;

// Decodes code. One a thread; for any archive. Keep it: the first blob of a target takes longer.
typedef struct uberc_decoder uberc_decoder;

// An archive as it was loaded at some time: whole until it is released, whatever replaced it since. It may be used by
// many threads at once. Keep it for a frame, not for longer: it holds the archive's memory.
typedef struct uberc_generation uberc_generation;

// The archive of a running game, which another may replace. It may be used by many threads at once.
typedef struct uberc_live uberc_live;

// An open archive. It may be used by many threads at once.
typedef struct uberc_pack uberc_pack;

// An engine's own Zstandard decoder: fills `out`, which is as long as the frame's content, and says with 1 that it
// did. `dictionary` is null for frames without one; equal `dictionary_key`s mean equal dictionaries.
typedef int32_t (*uberc_zstd)(void *user,
                              const uint8_t *frame,
                              size_t frame_length,
                              const uint8_t *dictionary,
                              size_t dictionary_length,
                              uint64_t dictionary_key,
                              uint8_t *out,
                              size_t out_length);

// A shader by target and name, whatever archive is loaded.
typedef struct uberc_live_shader {
  uint32_t number;
} uberc_live_shader;

// A branch of such a shader.
typedef struct uberc_live_branch {
  uint32_t number;
} uberc_live_branch;

// A shader of an archive, for one target. Found by name once; good until the archive is closed.
typedef struct uberc_shader {
  uint32_t target;
  uint32_t index;
} uberc_shader;

// A branch of a shader: where its value lies in a key, and which values there are.
typedef struct uberc_branch {
  // Its bits in a key.
  uint64_t mask;
  // The smallest value: 0 for booleans and enums.
  int64_t min;
  // The largest value: 1 for booleans.
  int64_t max;
  uint32_t first_bit;
} uberc_branch;

// A material of an archive, for one target. Found by name once; good until the archive is closed.
typedef struct uberc_material {
  uint32_t target;
  uint32_t index;
} uberc_material;

// Text of an archive: not ended by a zero byte. Valid until the archive is closed.
typedef struct uberc_text {
  // UTF-8; null where there is no text.
  const char *data;
  size_t length;
} uberc_text;

// A technique: equal numbers of one shader, the same technique.
typedef struct uberc_technique {
  struct uberc_shader shader;
  uint32_t number;
} uberc_technique;

// The values of a material for a technique. Valid until the archive is closed.
typedef struct uberc_material_values {
  // The contents of the block of public uniforms, by the rules of std140.
  const uint8_t *block;
  size_t block_length;
  uint32_t texture_count;
} uberc_material_values;

// A texture of a material: its name in the shader, and the file as the document has it.
typedef struct uberc_material_texture {
  struct uberc_text name;
  struct uberc_text file;
} uberc_material_texture;

// A program that a machine of the engine runs, in the place of stages.
typedef struct uberc_program {
  // The machine that it is for, such as `psl`.
  struct uberc_text machine;
  // Its bytes, for `uberc_decode`: equal numbers, equal bytes.
  uint32_t blob;
  size_t code_length;
} uberc_program;

// A value that a sidecar or a generator wrote. `kind` is one of `uberc_value_kind`.
typedef struct uberc_value {
  uint32_t kind;
  // Finite; 0 or 1 of a boolean, 0 of a text.
  double number;
  // Without data unless it is a text.
  struct uberc_text text;
} uberc_value;

// Stencil behaviour of one face. Numbers as in FORMAT.md: comparisons 0 never, 1 less, 2 equal, 3 less or equal, 4
// greater, 5 not equal, 6 greater or equal, 7 always; operations 0 keep, 1 zero, 2 replace, 3 increment and clamp, 4
// decrement and clamp, 5 invert, 6 increment and wrap, 7 decrement and wrap.
typedef struct uberc_stencil_face {
  uint8_t func;
  uint8_t pass;
  uint8_t fail;
  uint8_t z_fail;
} uberc_stencil_face;

// Blending of one render target. Factors 0 zero, 1 one, 2 source colour, 3 its inverse, 4 source alpha, 5 its inverse,
// 6 destination alpha, 7 its inverse, 8 destination colour, 9 its inverse, 10 source alpha saturated, 11 blend factor,
// 12 its inverse, 13 second source colour, 14 its inverse, 15 second source alpha, 16 its inverse; operations 0 add, 1
// subtract, 2 reverse subtract, 3 minimum, 4 maximum; write mask 1 red, 2 green, 4 blue, 8 alpha.
typedef struct uberc_render_target {
  uint8_t alpha_blend_enable;
  uint8_t src_blend;
  uint8_t dst_blend;
  uint8_t blend_op;
  uint8_t src_blend_alpha;
  uint8_t dst_blend_alpha;
  uint8_t blend_op_alpha;
  uint8_t color_write_mask;
} uberc_render_target;

// Everything a technique says of fixed-function state. `*_enable` and other switches are 0 or 1.
typedef struct uberc_render_state {
  // 0 solid, 1 wireframe.
  uint8_t fill_mode;
  // Which winding is culled: 0 none, 1 clockwise, 2 counter-clockwise.
  uint8_t cull_mode;
  // Which winding is a front face: 0 clockwise, 1 counter-clockwise.
  uint8_t front_face;
  uint8_t z_enable;
  uint8_t z_write_enable;
  uint8_t z_func;
  uint8_t depth_clip;
  uint8_t scissor_test_enable;
  uint8_t multisample_enable;
  uint8_t alpha_to_coverage;
  uint8_t alpha_test_enable;
  uint8_t alpha_test_func;
  uint8_t alpha_test_ref;
  uint8_t stencil_enable;
  uint8_t stencil_ref;
  uint8_t stencil_mask;
  uint8_t stencil_write_mask;
  struct uberc_stencil_face stencil_front;
  struct uberc_stencil_face stencil_back;
  // What holds for each render target.
  struct uberc_render_target targets[8];
  uint32_t sample_mask;
  int32_t depth_bias;
  float slope_scale_depth_bias;
  float depth_bias_clamp;
  // Red, green, blue, alpha.
  float blend_factor[4];
} uberc_render_state;

// A compiled stage.
typedef struct uberc_variant {
  // Techniques that share it say the same.
  uint32_t index;
  // Its code, for `uberc_decode`: equal numbers, equal code.
  uint32_t blob;
  // Bytes of the code.
  size_t code_length;
  // The entry point's name in the code.
  struct uberc_text entry_point;
  uint32_t binding_count;
  // Threads a group, of compute stages; else 0.
  uint32_t workgroup[3];
} uberc_variant;

// A resource of a stage. `kind` is as in FORMAT.md, section 15.
typedef struct uberc_binding {
  uint32_t set;
  uint32_t binding;
  struct uberc_text name;
  uint32_t kind;
  // Descriptors; 0: unbounded.
  uint32_t count;
  // Bytes of a buffer block; else 0.
  uint32_t size;
  // The number in the code where the target has number spaces of its own; else `UINT32_MAX`.
  uint32_t slot;
  // The name in the code where it is another; else without data.
  struct uberc_text renamed;
} uberc_binding;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Makes a decoder with the library's own Zstandard.
//
// # Safety
// `decoder` is valid for writes.
enum uberc_status uberc_decoder_new(struct uberc_decoder **decoder);

// Makes a decoder with the engine's own Zstandard. Checksums are checked by the library, before and after.
//
// # Safety
// `decode` follows its description, does not unwind, and `user` is what it expects on any thread that uses the
// decoder; `decoder` is valid for writes.
enum uberc_status uberc_decoder_new_with(uberc_zstd decode,
                                         void *user,
                                         struct uberc_decoder **decoder);

// Frees a decoder; null is nothing to free.
//
// # Safety
// `decoder` is from `uberc_decoder_new` or `uberc_decoder_new_with`, not freed before, and no other thread uses it.
void uberc_decoder_free(struct uberc_decoder *decoder);

// Writes a blob's bytes into a buffer that is at least as long, and how many there are into `length`. Where the buffer
// is too short, `length` says what is needed.
//
// # Safety
// `decoder` is used by no other thread at the same time; `pack` is open; `out` is valid for writing `capacity` bytes;
// `length` is valid for writes.
enum uberc_status uberc_decode(struct uberc_decoder *decoder,
                               const struct uberc_pack *pack,
                               uint32_t blob,
                               uint8_t *out,
                               size_t capacity,
                               size_t *length);

// Reads a file and begins with the archive in it. The path is UTF-8.
//
// # Safety
// `path` ends with a zero byte; `live` is valid for writes.
enum uberc_status uberc_live_open_file(const char *path, struct uberc_live **live);

// Ends it; null is nothing to end. Generations that are still held stay whole.
//
// # Safety
// `live` is from `uberc_live_open_file`, not closed before, and no other thread uses it.
void uberc_live_close(struct uberc_live *live);

// Replaces the archive by the one in a file: other threads see the old one whole or the new one whole. Where the file
// cannot be read or is no archive, the old one stays. `lost` is how many handles lead to nothing in the new one: they
// fail when they are used, and lead there again once an archive has their names again.
//
// # Safety
// `live` is open; `path` ends with a zero byte; `lost` is null or valid for writes.
enum uberc_status uberc_live_reload_file(const struct uberc_live *live,
                                         const char *path,
                                         uint32_t *lost);

// The handle of a shader that the archive loaded now has. Equal names, equal handles.
//
// # Safety
// `live` is open; `target` and `name` end with a zero byte; `shader` is valid for writes.
enum uberc_status uberc_live_shader_find(const struct uberc_live *live,
                                         const char *target,
                                         const char *name,
                                         struct uberc_live_shader *shader);

// The handle of a branch that the archive loaded now has. Equal names, equal handles.
//
// # Safety
// `live` is open; `name` ends with a zero byte; `branch` is valid for writes.
enum uberc_status uberc_live_branch_find(const struct uberc_live *live,
                                         struct uberc_live_shader shader,
                                         const char *name,
                                         struct uberc_live_branch *branch);

// What is loaded now, to be given back with `uberc_generation_release`. Takes no lock.
//
// # Safety
// `live` is open; `generation` is valid for writes.
enum uberc_status uberc_live_current(const struct uberc_live *live,
                                     struct uberc_generation **generation);

// Gives a generation back; null is nothing to give back. Everything that was found in it is invalid from then on.
//
// # Safety
// `generation` is from `uberc_live_current`, not released before, and no other thread uses it.
void uberc_generation_release(struct uberc_generation *generation);

// The archive, for the functions that take one; null for null. It is the generation's: it is not to be closed, and it
// goes with it.
//
// # Safety
// `generation` is null or held.
const struct uberc_pack *uberc_generation_pack(const struct uberc_generation *generation);

// How often the archive was replaced before: pipelines made of another number are stale.
//
// # Safety
// `generation` is null or held.
uint64_t uberc_generation_number(const struct uberc_generation *generation);

// The shader of a handle in this archive. No name is looked up.
//
// # Safety
// `generation` is held; `shader` is valid for writes.
enum uberc_status uberc_generation_shader(const struct uberc_generation *generation,
                                          struct uberc_live_shader handle,
                                          struct uberc_shader *shader);

// The branch of a handle, for keys of this archive's shader. No name is looked up.
//
// # Safety
// `generation` is held; `branch` is valid for writes.
enum uberc_status uberc_generation_branch(const struct uberc_generation *generation,
                                          struct uberc_live_branch handle,
                                          struct uberc_branch *branch);

// Finds a material by its name, for a target such as `spirv`.
//
// # Safety
// `pack` is open; `target` and `name` end with a zero byte; `material` is valid for writes.
enum uberc_status uberc_material_find(const struct uberc_pack *pack,
                                      const char *target,
                                      const char *name,
                                      struct uberc_material *material);

// How many materials the archive has, for all targets.
//
// # Safety
// `pack` is open.
uint32_t uberc_material_count(const struct uberc_pack *pack);

// A material's name.
//
// # Safety
// `pack` is open; `name` is valid for writes.
enum uberc_status uberc_material_name(const struct uberc_pack *pack,
                                      struct uberc_material handle,
                                      struct uberc_text *name);

// The shader that draws a material: materials that differ in values alone have the same.
//
// # Safety
// `pack` is open; `shader` is valid for writes.
enum uberc_status uberc_material_shader(const struct uberc_pack *pack,
                                        struct uberc_material handle,
                                        struct uberc_shader *shader);

// The values of a material for a technique of its shader. Allocates nothing.
//
// # Safety
// `pack` is open; `found` is valid for writes.
enum uberc_status uberc_material_find_values(const struct uberc_pack *pack,
                                             struct uberc_material handle,
                                             struct uberc_technique technique,
                                             struct uberc_material_values *found);

// A texture of a material; `number` is below `texture_count`.
//
// # Safety
// `pack` is open; `found` is valid for writes.
enum uberc_status uberc_material_texture_at(const struct uberc_pack *pack,
                                            struct uberc_material handle,
                                            struct uberc_technique technique,
                                            uint32_t number,
                                            struct uberc_material_texture *found);

// Opens an archive in memory, such as a file that is mapped. Nothing is copied: the bytes must stay as they are until
// the archive is closed.
//
// # Safety
// `bytes` is valid for `length` bytes until then; `pack` is valid for writes.
enum uberc_status uberc_pack_open(const uint8_t *bytes,
                                  size_t length,
                                  struct uberc_pack **pack);

// Reads a file and opens the archive in it. The path is UTF-8.
//
// # Safety
// `path` ends with a zero byte; `pack` is valid for writes.
enum uberc_status uberc_pack_open_file(const char *path, struct uberc_pack **pack);

// Closes an archive; null is nothing to close. Everything that was found in it is invalid from then on.
//
// # Safety
// `pack` is from `uberc_pack_open` or `uberc_pack_open_file`, not closed before, and no other thread uses it.
void uberc_pack_close(struct uberc_pack *pack);

// BLAKE3 of the archive's content, 32 bytes: equal digests, equal archives.
//
// # Safety
// `pack` is open; `digest` is valid for writing 32 bytes.
enum uberc_status uberc_pack_digest(const struct uberc_pack *pack, uint8_t (*digest)[32]);

// A technique's program. `present` is 0, and the program left as it was, where it has stages.
//
// # Safety
// `pack` is open; `program` and `present` are valid for writes.
enum uberc_status uberc_technique_program(const struct uberc_pack *pack,
                                          struct uberc_technique handle,
                                          struct uberc_program *program,
                                          uint8_t *present);

// A value of a technique's metadata by its name, such as `psl registers`. `present` is 0, and the value left as it was,
// where there is none of that name.
//
// # Safety
// `pack` is open; `name` ends with a zero byte; `value` and `present` are valid for writes.
enum uberc_status uberc_technique_metadata(const struct uberc_pack *pack,
                                           struct uberc_technique handle,
                                           const char *name,
                                           struct uberc_value *value,
                                           uint8_t *present);

// Finds a shader by its name, for a target such as `spirv`.
//
// # Safety
// `pack` is open; `target` and `name` end with a zero byte; `shader` is valid for writes.
enum uberc_status uberc_shader_find(const struct uberc_pack *pack,
                                    const char *target,
                                    const char *name,
                                    struct uberc_shader *shader);

// How many shaders the archive has, for all targets: their indices are below.
//
// # Safety
// `pack` is open.
uint32_t uberc_shader_count(const struct uberc_pack *pack);

// A shader's name.
//
// # Safety
// `pack` is open; `name` is valid for writes.
enum uberc_status uberc_shader_name(const struct uberc_pack *pack,
                                    struct uberc_shader handle,
                                    struct uberc_text *name);

// How many bits the shader's keys have.
//
// # Safety
// `pack` is open; `bits` is valid for writes.
enum uberc_status uberc_shader_key_bits(const struct uberc_pack *pack,
                                        struct uberc_shader handle,
                                        uint32_t *bits);

// Finds a branch by its name.
//
// # Safety
// `pack` is open; `name` ends with a zero byte; `branch` is valid for writes.
enum uberc_status uberc_branch_find(const struct uberc_pack *pack,
                                    struct uberc_shader handle,
                                    const char *name,
                                    struct uberc_branch *branch);

// Finds the value of an enum's member by its name.
//
// # Safety
// `pack` is open; the names end with a zero byte; `value` is valid for writes.
enum uberc_status uberc_member_find(const struct uberc_pack *pack,
                                    struct uberc_shader handle,
                                    const char *branch,
                                    const char *member,
                                    int64_t *value);

// Sets a branch's value in a key. The key that is all 0 has each branch at its first value.
//
// # Safety
// `key` is valid for reads and writes.
enum uberc_status uberc_key_set(uint64_t *key, struct uberc_branch branch, int64_t value);

// What the last function of this thread that failed has to say, in English, ended by a zero byte. Valid until the next
// function of this thread fails; never null.
const char *uberc_message(void);

// Finds the technique of a permutation. Allocates nothing unless it misses.
//
// # Safety
// `pack` is open; `technique` is valid for writes.
enum uberc_status uberc_technique_find(const struct uberc_pack *pack,
                                       struct uberc_shader handle,
                                       uint64_t key,
                                       struct uberc_technique *technique);

// Finds the technique that the shader's declared fallback gives for a permutation that is not built. It may be another
// shader's.
//
// # Safety
// `pack` is open; `technique` is valid for writes.
enum uberc_status uberc_fallback(const struct uberc_pack *pack,
                                 struct uberc_shader handle,
                                 uint64_t key,
                                 struct uberc_technique *technique);

// A technique's render state.
//
// # Safety
// `pack` is open; `state` is valid for writes.
enum uberc_status uberc_technique_render_state(const struct uberc_pack *pack,
                                               struct uberc_technique handle,
                                               struct uberc_render_state *state);

// A technique's vertex format as the sidecar names it; without data where it names none.
//
// # Safety
// `pack` is open; `name` is valid for writes.
enum uberc_status uberc_technique_vertex_format(const struct uberc_pack *pack,
                                                struct uberc_technique handle,
                                                struct uberc_text *name);

// A technique's stage. `present` is 0, and the variant left as it was, where it has none.
//
// # Safety
// `pack` is open; `variant` and `present` are valid for writes.
enum uberc_status uberc_technique_stage(const struct uberc_pack *pack,
                                        struct uberc_technique handle,
                                        uint32_t stage,
                                        struct uberc_variant *variant,
                                        uint8_t *present);

// A variant's binding, by its number; they are sorted by set and binding.
//
// # Safety
// `pack` is open; `binding` is valid for writes.
enum uberc_status uberc_variant_binding(const struct uberc_pack *pack,
                                        uint32_t variant,
                                        uint32_t number,
                                        struct uberc_binding *binding);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* UBERC_H */
