// The tests of the library, run on the device: `Options.tests` of the sidecar makes them part of the shader.
#include "packing_lib.bsl"

struct Checked {
    [[storage(0, write)]] uint (&done)[];
};

[[compute, local_size(1)]] void checks_cs([[resource_table]] Checked &srt)
{
    packing::checks();
    srt.done[0] = 1u;
}
