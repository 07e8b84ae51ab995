// Temporal upscaling: a frame rendered small with a sampling point that moves from frame to frame, gathered over time into
// one of the display's size. The outline is that of AMD FidelityFX Super Resolution 2 and of Karis, "High Quality Temporal
// Supersampling", 2014. Four passes, in this order:
//   reconstruct  nearest depth and its motion; the last frame's depth as this frame's surfaces imply it
//   depth clip   what was hidden before; masks; colours prepared for averaging
//   accumulate   new samples and old frames into the history, at the display's size
//   sharpen      the history resolved and sharpened
//
// UPSCALE_PASS chooses a pass. Each includes what it needs and no more, for an option that a pass does not look at costs it
// no variant: reconstruct and depth clip look at three of the six options each. The options are macros and not branches
// because they choose declarations and whole headers.

#ifndef UPSCALE_PASS
#define UPSCALE_PASS 0
#endif

#define kPASS_RECONSTRUCT 1
#define kPASS_DEPTH_CLIP 2
#define kPASS_ACCUMULATE 3
#define kPASS_SHARPEN 4

#define kTILE 8

// glslang gives a texture of four floats the format rgba32f unless told otherwise: twice the bandwidth for nothing.
#if defined(RENDERER_VULKAN) || defined(RENDERER_WEBGPU) || defined(RENDERER_METAL) || defined(RENDERER_GL) || defined(RENDERER_GLES)
#define UPSCALE_STORE [[spv::format_rgba16f]]
#else
#define UPSCALE_STORE
#endif

#include "upscale_constants.fxh"

#if UPSCALE_PASS == kPASS_RECONSTRUCT
#include "upscale_reconstruct.fxh"
#elif UPSCALE_PASS == kPASS_DEPTH_CLIP
#include "upscale_depth_clip.fxh"
#elif UPSCALE_PASS == kPASS_ACCUMULATE
#include "upscale_accumulate.fxh"
#elif UPSCALE_PASS == kPASS_SHARPEN
#include "upscale_resolve.fxh"
#endif
