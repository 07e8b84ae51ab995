// What the files of the runner share. Little-endian hosts only: the format is words as the CPU has them.
#pragma once
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

enum status { OK = 0, UNSUPPORTED = 1, FAILED = 2, CRASHED = 3, TIMED_OUT = 4 };

// A view into the batch file; reading past the end fails the job.
struct reader {
    const uint8_t *at, *end;
};

struct object {
    enum { BUFFER = 0, IMAGE = 1, SAMPLER = 2 } kind;
    bool read_back;
    VkFormat format;
    // A buffer, or the staging buffer of an image.
    VkBuffer buffer;
    uint8_t *bytes;
    VkDeviceSize size;
    // What `bytes` holds before the work.
    const uint8_t *first;
    uint32_t first_length;
    VkBufferView texels;
    VkImage image;
    VkImageView view;
    VkImageAspectFlags aspect;
    VkExtent3D extent;
    uint32_t layers, mips, samples;
    bool storage;
    VkSampler sampler;
};

struct device {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkPhysicalDeviceMemoryProperties memory;
    VkPhysicalDeviceFeatures2 features;
    VkPhysicalDeviceVulkan11Features features11;
    VkPhysicalDeviceVulkan12Features features12;
    VkPhysicalDeviceVulkan13Features features13;
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback;
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomic_float;
    VkPhysicalDeviceSubgroupProperties subgroup;
    VkPhysicalDeviceProperties2 properties;
    bool has_atomic_float, has_feedback, has_stencil_export, has_layer_in_vertex;
    PFN_vkCmdBindTransformFeedbackBuffersEXT bind_feedback;
    PFN_vkCmdBeginTransformFeedbackEXT begin_feedback;
    PFN_vkCmdEndTransformFeedbackEXT end_feedback;
};

extern struct device gpu;
// Where a job that cannot go on returns to, and why.
extern jmp_buf job_end;
extern enum status job_status;
extern char job_message[512];

_Noreturn void give_up(enum status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define VK(call)                                                       \
    do {                                                               \
        VkResult result_ = (call);                                     \
        if (result_ < 0) give_up(FAILED, "%s: VkResult %d", #call, result_); \
    } while (0)

uint32_t read_word(struct reader *reader);
// `*length` bytes that stay where they are; padded to whole words in the file.
const uint8_t *read_bytes(struct reader *reader, uint32_t *length);
void write_word(uint32_t word);
void write_bytes(const void *bytes, uint32_t length);

// Handles made during a job, destroyed at its end.
void keep(VkObjectType type, uint64_t handle);
void destroy_kept(void);

void open_device(void);
void require_capabilities(const uint32_t *words, uint32_t count);

// `mapped`: the host reads and writes it.
VkDeviceMemory allocate(VkMemoryRequirements wanted, bool mapped);
struct object make_buffer(VkDeviceSize size, const uint8_t *data, VkDeviceSize length);
struct object make_image(VkImageViewType view, VkFormat format, VkExtent3D extent, uint32_t layers, uint32_t mips,
                         uint32_t samples, VkImageUsageFlags usage);
struct object read_object(struct reader *reader, VkCommandBuffer commands);
void copy_back(VkCommandBuffer commands, struct object *image);
void barrier(VkCommandBuffer commands);
void move_to(VkCommandBuffer commands, struct object *image, VkImageLayout from, VkImageLayout to);

void run_job(struct reader job);
