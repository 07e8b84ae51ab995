// Buffers, images and samplers: made, filled, read back.
#include "run.h"

static struct {
    VkObjectType type;
    uint64_t handle;
} kept[4096];
static uint32_t kept_count;

void keep(VkObjectType type, uint64_t handle) {
    if (kept_count == sizeof kept / sizeof *kept) give_up(FAILED, "the job has too many objects");
    kept[kept_count].type = type;
    kept[kept_count++].handle = handle;
}

void destroy_kept(void) {
    while (kept_count) {
        uint64_t handle = kept[--kept_count].handle;
        switch (kept[kept_count].type) {
#define DESTROY(type, function, cast) \
    case type: function(gpu.device, (cast)handle, NULL); break
            DESTROY(VK_OBJECT_TYPE_BUFFER, vkDestroyBuffer, VkBuffer);
            DESTROY(VK_OBJECT_TYPE_BUFFER_VIEW, vkDestroyBufferView, VkBufferView);
            DESTROY(VK_OBJECT_TYPE_IMAGE, vkDestroyImage, VkImage);
            DESTROY(VK_OBJECT_TYPE_IMAGE_VIEW, vkDestroyImageView, VkImageView);
            DESTROY(VK_OBJECT_TYPE_SAMPLER, vkDestroySampler, VkSampler);
            DESTROY(VK_OBJECT_TYPE_DEVICE_MEMORY, vkFreeMemory, VkDeviceMemory);
            DESTROY(VK_OBJECT_TYPE_SHADER_MODULE, vkDestroyShaderModule, VkShaderModule);
            DESTROY(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, vkDestroyDescriptorSetLayout, VkDescriptorSetLayout);
            DESTROY(VK_OBJECT_TYPE_DESCRIPTOR_POOL, vkDestroyDescriptorPool, VkDescriptorPool);
            DESTROY(VK_OBJECT_TYPE_PIPELINE_LAYOUT, vkDestroyPipelineLayout, VkPipelineLayout);
            DESTROY(VK_OBJECT_TYPE_PIPELINE, vkDestroyPipeline, VkPipeline);
            DESTROY(VK_OBJECT_TYPE_RENDER_PASS, vkDestroyRenderPass, VkRenderPass);
            DESTROY(VK_OBJECT_TYPE_FRAMEBUFFER, vkDestroyFramebuffer, VkFramebuffer);
            DESTROY(VK_OBJECT_TYPE_FENCE, vkDestroyFence, VkFence);
#undef DESTROY
            case VK_OBJECT_TYPE_COMMAND_BUFFER: {
                VkCommandBuffer commands = (VkCommandBuffer)handle;
                vkFreeCommandBuffers(gpu.device, gpu.pool, 1, &commands);
                break;
            }
            default: abort();
        }
    }
}

VkDeviceMemory allocate(VkMemoryRequirements wanted, bool mapped) {
    // Reading memory that the host does not cache is slow. All memory of the software device is of the first kind.
    const VkMemoryPropertyFlags visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const VkMemoryPropertyFlags kinds[] = {visible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, visible, 0};
    for (uint32_t kind = 0; kind < (mapped ? 2 : 3); kind++) {
        VkMemoryPropertyFlags flags = kinds[kind];
        for (uint32_t type = 0; type < gpu.memory.memoryTypeCount; type++) {
            if (!(wanted.memoryTypeBits >> type & 1) || (gpu.memory.memoryTypes[type].propertyFlags & flags) != flags) continue;
            VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                         .allocationSize = wanted.size,
                                         .memoryTypeIndex = type};
            VkDeviceMemory memory;
            VK(vkAllocateMemory(gpu.device, &info, NULL, &memory));
            keep(VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)memory);
            return memory;
        }
    }
    give_up(FAILED, "no memory that can be %s", mapped ? "mapped" : "used");
}

struct object make_buffer(VkDeviceSize size, const uint8_t *data, VkDeviceSize length) {
    if (length > size) length = size;
    struct object buffer = {.kind = BUFFER, .size = size, .first = data, .first_length = (uint32_t)length};
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                               VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
                               VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                               VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;
    if (gpu.has_feedback) usage |= VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size ? size : 4, .usage = usage};
    VK(vkCreateBuffer(gpu.device, &info, NULL, &buffer.buffer));
    keep(VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer.buffer);
    VkMemoryRequirements wanted;
    vkGetBufferMemoryRequirements(gpu.device, buffer.buffer, &wanted);
    VkDeviceMemory memory = allocate(wanted, true);
    VK(vkBindBufferMemory(gpu.device, buffer.buffer, memory, 0));
    void *mapped;
    VK(vkMapMemory(gpu.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    buffer.bytes = mapped;
    memset(buffer.bytes, 0, size);
    if (length) memcpy(buffer.bytes, data, length);
    return buffer;
}

void barrier(VkCommandBuffer commands) {
    VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                           .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_MEMORY_READ_BIT,
                           .dstAccessMask = VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_MEMORY_READ_BIT};
    VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    vkCmdPipelineBarrier(commands, stages, stages | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &all, 0, NULL, 0, NULL);
}

void move_to(VkCommandBuffer commands, struct object *image, VkImageLayout from, VkImageLayout to) {
    VkImageMemoryBarrier all = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->image,
        .subresourceRange = {image->aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS},
    };
    VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    vkCmdPipelineBarrier(commands, stages, stages, 0, 0, NULL, 0, NULL, 1, &all);
}

static uint32_t level(uint32_t size, uint32_t mip) { return size >> mip ? size >> mip : 1; }

// In the file, an image is its levels, each its layers, each its slices, rows and texels without gaps.
static uint32_t regions_of(const struct object *image, uint32_t texel, VkBufferImageCopy regions[16]) {
    VkDeviceSize offset = 0;
    uint32_t mip = 0;
    for (; mip < image->mips && mip < 16; mip++) {
        VkExtent3D extent = {level(image->extent.width, mip), level(image->extent.height, mip), level(image->extent.depth, mip)};
        regions[mip] = (VkBufferImageCopy){.bufferOffset = offset,
                                           .imageSubresource = {image->aspect, mip, 0, image->layers},
                                           .imageExtent = extent};
        offset += (VkDeviceSize)extent.width * extent.height * extent.depth * image->layers * texel;
    }
    if (offset > image->size) give_up(FAILED, "an image has too little data");
    return mip;
}

static VkImageType type_of(VkImageViewType view) {
    switch (view) {
        case VK_IMAGE_VIEW_TYPE_1D:
        case VK_IMAGE_VIEW_TYPE_1D_ARRAY: return VK_IMAGE_TYPE_1D;
        case VK_IMAGE_VIEW_TYPE_3D: return VK_IMAGE_TYPE_3D;
        default: return VK_IMAGE_TYPE_2D;
    }
}

static struct object read_image(struct reader *reader, VkCommandBuffer commands) {
    struct object image = {.kind = IMAGE};
    VkImageViewType view = (VkImageViewType)read_word(reader);
    image.format = (VkFormat)read_word(reader);
    image.aspect = read_word(reader);
    uint32_t texel = read_word(reader);
    image.extent.width = read_word(reader);
    image.extent.height = read_word(reader);
    image.extent.depth = read_word(reader);
    image.layers = read_word(reader);
    image.mips = read_word(reader);
    image.samples = read_word(reader);
    VkImageUsageFlags usage = read_word(reader) | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    uint32_t length;
    const uint8_t *data = read_bytes(reader, &length);

    bool cube = view == VK_IMAGE_VIEW_TYPE_CUBE || view == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .flags = cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
                              .imageType = type_of(view),
                              .format = image.format,
                              .extent = image.extent,
                              .mipLevels = image.mips,
                              .arrayLayers = image.layers,
                              .samples = (VkSampleCountFlagBits)image.samples,
                              .usage = usage};
    VkImageFormatProperties limits;
    if (vkGetPhysicalDeviceImageFormatProperties(gpu.physical, info.format, info.imageType, info.tiling, usage, info.flags, &limits) != VK_SUCCESS ||
        !(limits.sampleCounts & image.samples) || image.layers > limits.maxArrayLayers)
        give_up(UNSUPPORTED, "an image of format %d, view %d, usage %#x, %u samples", image.format, view, usage, image.samples);
    VK(vkCreateImage(gpu.device, &info, NULL, &image.image));
    keep(VK_OBJECT_TYPE_IMAGE, (uint64_t)image.image);
    VkMemoryRequirements wanted;
    vkGetImageMemoryRequirements(gpu.device, image.image, &wanted);
    VK(vkBindImageMemory(gpu.device, image.image, allocate(wanted, false), 0));
    VkImageViewCreateInfo view_info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image.image,
        .viewType = view,
        .format = image.format,
        .subresourceRange = {image.aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
    VK(vkCreateImageView(gpu.device, &view_info, NULL, &image.view));
    keep(VK_OBJECT_TYPE_IMAGE_VIEW, (uint64_t)image.view);

    struct object staging = make_buffer(length, data, length);
    image.buffer = staging.buffer;
    image.bytes = staging.bytes;
    image.first = staging.first;
    image.first_length = staging.first_length;
    image.size = length;
    if (image.samples == 1) {
        VkBufferImageCopy regions[16];
        uint32_t count = regions_of(&image, texel, regions);
        move_to(commands, &image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
        vkCmdCopyBufferToImage(commands, image.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL, count, regions);
    } else {
        // Nothing copies into several samples: each layer is one colour, which the data has for it.
        if ((uint64_t)image.layers * texel > length || texel > 16) give_up(FAILED, "an image has too little data");
        move_to(commands, &image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
        for (uint32_t layer = 0; layer < image.layers; layer++) {
            VkImageSubresourceRange range = {image.aspect, 0, 1, layer, 1};
            VkClearColorValue value = {0};
            memcpy(&value, data + (size_t)layer * texel, texel);
            if (image.aspect == VK_IMAGE_ASPECT_COLOR_BIT) {
                vkCmdClearColorImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, &value, 1, &range);
            } else {
                VkClearDepthStencilValue depth = {.depth = value.float32[0]};
                vkCmdClearDepthStencilImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, &depth, 1, &range);
            }
        }
    }
    return image;
}

void copy_back(VkCommandBuffer commands, struct object *image) {
    // Samples are not read back; nothing but inputs has several.
    if (image->samples != 1) return;
    VkBufferImageCopy regions[16];
    uint32_t texels = 0;
    for (uint32_t mip = 0; mip < image->mips; mip++)
        texels += level(image->extent.width, mip) * level(image->extent.height, mip) * level(image->extent.depth, mip) * image->layers;
    uint32_t count = regions_of(image, (uint32_t)(image->size / texels), regions);
    vkCmdCopyImageToBuffer(commands, image->image, VK_IMAGE_LAYOUT_GENERAL, image->buffer, count, regions);
}

static struct object read_sampler(struct reader *reader) {
    struct object sampler = {.kind = SAMPLER};
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .maxLod = VK_LOD_CLAMP_NONE};
    bool linear = read_word(reader);
    info.minFilter = info.magFilter = linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    info.mipmapMode = linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = info.addressModeV = info.addressModeW = (VkSamplerAddressMode)read_word(reader);
    info.compareEnable = read_word(reader);
    info.compareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
    VK(vkCreateSampler(gpu.device, &info, NULL, &sampler.sampler));
    keep(VK_OBJECT_TYPE_SAMPLER, (uint64_t)sampler.sampler);
    return sampler;
}

struct object read_object(struct reader *reader, VkCommandBuffer commands) {
    uint32_t kind = read_word(reader);
    bool read_back = read_word(reader);
    struct object object;
    if (kind == BUFFER) {
        VkFormat format = (VkFormat)read_word(reader);
        uint32_t length;
        const uint8_t *data = read_bytes(reader, &length);
        object = make_buffer(length, data, length);
        object.format = format;
        if (format != VK_FORMAT_UNDEFINED) {
            VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                           .buffer = object.buffer,
                                           .format = format,
                                           .range = VK_WHOLE_SIZE};
            VK(vkCreateBufferView(gpu.device, &info, NULL, &object.texels));
            keep(VK_OBJECT_TYPE_BUFFER_VIEW, (uint64_t)object.texels);
        }
    } else if (kind == IMAGE) {
        object = read_image(reader, commands);
    } else if (kind == SAMPLER) {
        object = read_sampler(reader);
    } else {
        give_up(FAILED, "object kind %u", kind);
    }
    object.read_back = read_back;
    return object;
}
