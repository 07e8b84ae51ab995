#if 0x7fffffffffffffff + 1 > 0
#endif
#if -0x7fffffffffffffff - 2
#endif
#if -1 > 1u
in
#endif
#if 1u ? -1 < 0u : 0
#endif
#if 9223372036854775807 * 2
#endif
#if 1 << 64
#endif
#if 1 << 63
#endif
#if 3u << 63
#endif
#if 1 >> 64
#endif
#if (-9223372036854775807 - 1) / -1
#endif
#if -(-9223372036854775807 - 1)
#endif
#if 18446744073709551615
#endif
// Without a warning: these fit, wrap around by definition, or do not count.
#if 0x7fffffffffffffff && 0xffffffffffffffffu + 1u || 1 << 62 | -4 >> 1
#endif
#if 0 && (0x7fffffffffffffff + 1)
#endif
#if 1 || -(-9223372036854775807 - 1) || -1 > 1u
#endif
#define SCALE 4611686018427387904
#if SCALE * SCALE
#endif
