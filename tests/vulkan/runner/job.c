// One job: its objects, descriptors and pipeline; the dispatch or the draw; what it wrote.
#include <time.h>

#include "run.h"

#define NONE UINT32_MAX
enum { MAX_OBJECTS = 256, MAX_SETS = 8, MAX_BINDINGS = 512, MAX_ELEMENTS = 1024, MAX_TARGETS = 8, MAX_ATTRIBUTES = 32 };

static struct object objects[MAX_OBJECTS];
static uint32_t object_count;

static uint32_t read_count(struct reader *reader, uint32_t most, const char *what) {
    uint32_t count = read_word(reader);
    if (count > most) give_up(FAILED, "%u %s are too many", count, what);
    return count;
}

static struct object *object_at(uint32_t index) {
    if (index >= object_count) give_up(FAILED, "object %u does not exist", index);
    return &objects[index];
}

struct module {
    VkPipelineShaderStageCreateInfo stage;
    char entry[256];
};

static void read_module(struct reader *reader, struct module *module) {
    uint32_t stage = read_word(reader), length, name_length;
    const uint8_t *name = read_bytes(reader, &name_length);
    const uint8_t *code = read_bytes(reader, &length);
    if (name_length >= sizeof module->entry) give_up(FAILED, "the entry point's name is too long");
    memcpy(module->entry, name, name_length);
    module->entry[name_length] = 0;
    require_capabilities((const uint32_t *)code, length / 4);
    VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                     .codeSize = length,
                                     .pCode = (const uint32_t *)code};
    VkShaderModule handle;
    VK(vkCreateShaderModule(gpu.device, &info, NULL, &handle));
    keep(VK_OBJECT_TYPE_SHADER_MODULE, (uint64_t)handle);
    module->stage = (VkPipelineShaderStageCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                      .stage = (VkShaderStageFlagBits)stage,
                                                      .module = handle,
                                                      .pName = module->entry};
}

struct descriptors {
    VkDescriptorSet sets[MAX_SETS];
    uint32_t set_count;
    VkPipelineLayout layout;
};

static struct descriptors read_descriptors(struct reader *reader, VkShaderStageFlags stages, uint32_t push_length) {
    struct descriptors result = {0};
    static VkDescriptorSetLayoutBinding bindings[MAX_SETS][MAX_BINDINGS];
    static VkWriteDescriptorSet writes[MAX_BINDINGS];
    static VkDescriptorBufferInfo buffers[MAX_ELEMENTS];
    static VkDescriptorImageInfo images[MAX_ELEMENTS];
    static VkBufferView views[MAX_ELEMENTS];
    uint32_t in_set[MAX_SETS] = {0}, sets_of[MAX_BINDINGS], used = 0;
    uint32_t count = read_count(reader, MAX_BINDINGS, "bindings");
    for (uint32_t at = 0; at < count; at++) {
        uint32_t set = read_word(reader), binding = read_word(reader);
        VkDescriptorType type = (VkDescriptorType)read_word(reader);
        uint32_t elements = read_count(reader, MAX_ELEMENTS - used, "descriptors");
        if (set >= MAX_SETS || set >= gpu.properties.properties.limits.maxBoundDescriptorSets) give_up(UNSUPPORTED, "descriptor set %u", set);
        if (set >= result.set_count) result.set_count = set + 1;
        sets_of[at] = set;
        VkShaderStageFlags seen_by = type == VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT ? VK_SHADER_STAGE_FRAGMENT_BIT : stages;
        bindings[set][in_set[set]++] = (VkDescriptorSetLayoutBinding){binding, type, elements, seen_by, NULL};
        writes[at] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstBinding = binding,
                                            .descriptorCount = elements,
                                            .descriptorType = type,
                                            .pImageInfo = &images[used],
                                            .pBufferInfo = &buffers[used],
                                            .pTexelBufferView = &views[used]};
        for (uint32_t element = 0; element < elements; element++, used++) {
            const struct object *object = object_at(read_word(reader));
            uint32_t sampler = read_word(reader);
            buffers[used] = (VkDescriptorBufferInfo){object->buffer, 0, VK_WHOLE_SIZE};
            images[used] = (VkDescriptorImageInfo){sampler == NONE ? object->sampler : object_at(sampler)->sampler,
                                                   object->view, VK_IMAGE_LAYOUT_GENERAL};
            views[used] = object->texels;
        }
    }
    VkDescriptorSetLayout layouts[MAX_SETS];
    for (uint32_t set = 0; set < result.set_count; set++) {
        VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = in_set[set],
                                                .pBindings = bindings[set]};
        VK(vkCreateDescriptorSetLayout(gpu.device, &info, NULL, &layouts[set]));
        keep(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, (uint64_t)layouts[set]);
    }
    VkPushConstantRange push = {stages, 0, (push_length + 3) & ~3u};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = result.set_count,
                                         .pSetLayouts = layouts,
                                         .pushConstantRangeCount = push_length ? 1 : 0,
                                         .pPushConstantRanges = &push};
    VK(vkCreatePipelineLayout(gpu.device, &layout, NULL, &result.layout));
    keep(VK_OBJECT_TYPE_PIPELINE_LAYOUT, (uint64_t)result.layout);
    if (!result.set_count) return result;

    // Room for all of every type: cheaper to say than to count.
    VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_SAMPLER, MAX_ELEMENTS},          {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, MAX_ELEMENTS},
        {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, MAX_ELEMENTS},    {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, MAX_ELEMENTS},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, MAX_ELEMENTS},   {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MAX_ELEMENTS},
        {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, MAX_ELEMENTS}, {VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, MAX_ELEMENTS},
        {VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT, MAX_ELEMENTS}};
    VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                            .maxSets = MAX_SETS,
                                            .poolSizeCount = sizeof sizes / sizeof *sizes,
                                            .pPoolSizes = sizes};
    VkDescriptorPool pool;
    VK(vkCreateDescriptorPool(gpu.device, &pool_info, NULL, &pool));
    keep(VK_OBJECT_TYPE_DESCRIPTOR_POOL, (uint64_t)pool);
    VkDescriptorSetAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = pool,
                                              .descriptorSetCount = result.set_count,
                                              .pSetLayouts = layouts};
    VK(vkAllocateDescriptorSets(gpu.device, &allocation, result.sets));
    for (uint32_t at = 0; at < count; at++) writes[at].dstSet = result.sets[sets_of[at]];
    vkUpdateDescriptorSets(gpu.device, count, writes, 0, NULL);
    return result;
}

static void bind(VkCommandBuffer commands, VkPipelineBindPoint point, const struct descriptors *descriptors,
                 VkShaderStageFlags stages, const uint8_t *push, uint32_t push_length) {
    if (descriptors->set_count)
        vkCmdBindDescriptorSets(commands, point, descriptors->layout, 0, descriptors->set_count, descriptors->sets, 0, NULL);
    if (push_length) vkCmdPushConstants(commands, descriptors->layout, stages, 0, push_length & ~3u, push);
}

// A pass of one subpass, which alone has input attachments: dynamic rendering has none.
struct pass {
    VkRenderPass handle;
    VkFramebuffer framebuffer;
};

static VkAttachmentReference attach(const struct object *object, VkAttachmentDescription *all, VkImageView *views, uint32_t *count) {
    if (!object) return (VkAttachmentReference){VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_UNDEFINED};
    views[*count] = object->view;
    all[*count] = (VkAttachmentDescription){.format = object->format,
                                            .samples = (VkSampleCountFlagBits)object->samples,
                                            .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
                                            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                            .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                            .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                            .initialLayout = VK_IMAGE_LAYOUT_GENERAL,
                                            .finalLayout = VK_IMAGE_LAYOUT_GENERAL};
    return (VkAttachmentReference){(*count)++, VK_IMAGE_LAYOUT_GENERAL};
}

static struct pass make_pass(const struct object **targets, uint32_t target_count, const struct object *depth,
                             const struct object **inputs, uint32_t input_count, VkExtent2D extent) {
    VkAttachmentDescription all[2 * MAX_TARGETS + 1];
    VkImageView views[2 * MAX_TARGETS + 1];
    VkAttachmentReference colours[MAX_TARGETS], attached[MAX_TARGETS];
    uint32_t count = 0;
    for (uint32_t at = 0; at < target_count; at++) colours[at] = attach(targets[at], all, views, &count);
    for (uint32_t at = 0; at < input_count; at++) attached[at] = attach(inputs[at], all, views, &count);
    VkAttachmentReference of_depth = attach(depth, all, views, &count);
    VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    .inputAttachmentCount = input_count,
                                    .pInputAttachments = attached,
                                    .colorAttachmentCount = target_count,
                                    .pColorAttachments = colours,
                                    .pDepthStencilAttachment = depth ? &of_depth : NULL};
    VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                   .attachmentCount = count,
                                   .pAttachments = all,
                                   .subpassCount = 1,
                                   .pSubpasses = &subpass};
    struct pass pass;
    VK(vkCreateRenderPass(gpu.device, &info, NULL, &pass.handle));
    keep(VK_OBJECT_TYPE_RENDER_PASS, (uint64_t)pass.handle);
    VkFramebufferCreateInfo framebuffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                           .renderPass = pass.handle,
                                           .attachmentCount = count,
                                           .pAttachments = views,
                                           .width = extent.width,
                                           .height = extent.height,
                                           .layers = 1};
    VK(vkCreateFramebuffer(gpu.device, &framebuffer, NULL, &pass.framebuffer));
    keep(VK_OBJECT_TYPE_FRAMEBUFFER, (uint64_t)pass.framebuffer);
    return pass;
}

static void draw(struct reader *reader, VkCommandBuffer commands, const struct module *modules, uint32_t module_count,
                 const struct descriptors *descriptors, VkShaderStageFlags stages, const uint8_t *push, uint32_t push_length) {
    VkExtent2D extent = {.width = read_word(reader)};
    extent.height = read_word(reader);
    uint32_t vertices = read_word(reader), instances = read_word(reader);
    VkPrimitiveTopology topology = (VkPrimitiveTopology)read_word(reader);

    VkVertexInputBindingDescription inputs[MAX_ATTRIBUTES];
    VkBuffer buffers[MAX_ATTRIBUTES];
    VkDeviceSize offsets[MAX_ATTRIBUTES] = {0};
    uint32_t input_count = read_count(reader, MAX_ATTRIBUTES, "vertex buffers");
    for (uint32_t at = 0; at < input_count; at++) {
        buffers[at] = object_at(read_word(reader))->buffer;
        inputs[at] = (VkVertexInputBindingDescription){.binding = at, .stride = read_word(reader)};
        inputs[at].inputRate = read_word(reader) ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX;
    }
    VkVertexInputAttributeDescription attributes[MAX_ATTRIBUTES];
    uint32_t attribute_count = read_count(reader, MAX_ATTRIBUTES, "vertex attributes");
    for (uint32_t at = 0; at < attribute_count; at++) {
        attributes[at].location = read_word(reader);
        attributes[at].binding = read_word(reader);
        attributes[at].format = (VkFormat)read_word(reader);
        attributes[at].offset = read_word(reader);
    }
    // In the order of their locations; NONE where a location has no target.
    VkRenderingAttachmentInfo colours[MAX_TARGETS], depth = {0};
    VkFormat formats[MAX_TARGETS];
    const struct object *targets[MAX_TARGETS], *read_inputs[MAX_TARGETS];
    VkPipelineColorBlendAttachmentState blends[MAX_TARGETS];
    uint32_t target_count = read_count(reader, MAX_TARGETS, "targets");
    for (uint32_t at = 0; at < target_count; at++) {
        uint32_t index = read_word(reader);
        const struct object *target = index == NONE ? NULL : object_at(index);
        targets[at] = target;
        formats[at] = target ? target->format : VK_FORMAT_UNDEFINED;
        colours[at] = (VkRenderingAttachmentInfo){.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                                  .imageView = target ? target->view : VK_NULL_HANDLE,
                                                  .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                                  .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD};
        blends[at] = (VkPipelineColorBlendAttachmentState){.colorWriteMask = 0xf};
    }
    uint32_t depth_index = read_word(reader), feedback_index = read_word(reader);
    const struct object *depth_target = depth_index == NONE ? NULL : object_at(depth_index);
    if (depth_target)
        depth = (VkRenderingAttachmentInfo){.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                            .imageView = depth_target->view,
                                            .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                            .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD};
    // By the index of the input attachment; NONE where there is none.
    uint32_t attachment_count = read_count(reader, MAX_TARGETS, "input attachments");
    for (uint32_t at = 0; at < attachment_count; at++) {
        uint32_t index = read_word(reader);
        read_inputs[at] = index == NONE ? NULL : object_at(index);
    }
    struct pass pass = {0};
    if (attachment_count) pass = make_pass(targets, target_count, depth_target, read_inputs, attachment_count, extent);
    const struct object *feedback = feedback_index == NONE ? NULL : object_at(feedback_index);
    if (feedback && !gpu.has_feedback) give_up(UNSUPPORTED, "transform feedback");

    VkPipelineShaderStageCreateInfo stage_infos[2];
    for (uint32_t at = 0; at < module_count; at++) stage_infos[at] = modules[at].stage;
    VkPipelineVertexInputStateCreateInfo vertex_input = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
                                                         .vertexBindingDescriptionCount = input_count,
                                                         .pVertexBindingDescriptions = inputs,
                                                         .vertexAttributeDescriptionCount = attribute_count,
                                                         .pVertexAttributeDescriptions = attributes};
    VkPipelineInputAssemblyStateCreateInfo assembly = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
                                                       .topology = topology};
    VkViewport viewport = {0, 0, (float)extent.width, (float)extent.height, 0, 1};
    VkRect2D scissor = {{0, 0}, extent};
    VkPipelineViewportStateCreateInfo view = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                              .viewportCount = 1,
                                              .pViewports = &viewport,
                                              .scissorCount = 1,
                                              .pScissors = &scissor};
    VkPipelineRasterizationStateCreateInfo raster = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
                                                     .rasterizerDiscardEnable = feedback != NULL,
                                                     .polygonMode = VK_POLYGON_MODE_FILL,
                                                     .cullMode = VK_CULL_MODE_NONE,
                                                     .lineWidth = 1};
    VkPipelineMultisampleStateCreateInfo samples = {.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                    .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    VkPipelineDepthStencilStateCreateInfo depth_state = {.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
                                                         .depthTestEnable = depth_target != NULL,
                                                         .depthWriteEnable = depth_target != NULL,
                                                         .depthCompareOp = VK_COMPARE_OP_LESS_OR_EQUAL};
    VkPipelineColorBlendStateCreateInfo blend = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                 .attachmentCount = target_count,
                                                 .pAttachments = blends};
    VkPipelineRenderingCreateInfo rendering = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                               .colorAttachmentCount = target_count,
                                               .pColorAttachmentFormats = formats,
                                               .depthAttachmentFormat = depth_target ? depth_target->format : VK_FORMAT_UNDEFINED};
    VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                         .pNext = pass.handle ? NULL : &rendering,
                                         .renderPass = pass.handle,
                                         .stageCount = module_count,
                                         .pStages = stage_infos,
                                         .pVertexInputState = &vertex_input,
                                         .pInputAssemblyState = &assembly,
                                         .pViewportState = &view,
                                         .pRasterizationState = &raster,
                                         .pMultisampleState = &samples,
                                         .pDepthStencilState = &depth_state,
                                         .pColorBlendState = &blend,
                                         .layout = descriptors->layout};
    VkPipeline pipeline;
    VK(vkCreateGraphicsPipelines(gpu.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    keep(VK_OBJECT_TYPE_PIPELINE, (uint64_t)pipeline);

    VkRenderingInfo dynamic = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                            .renderArea = scissor,
                            .layerCount = 1,
                            .colorAttachmentCount = target_count,
                            .pColorAttachments = colours,
                            .pDepthAttachment = depth_target ? &depth : NULL};
    VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                   .renderPass = pass.handle,
                                   .framebuffer = pass.framebuffer,
                                   .renderArea = scissor};
    if (pass.handle) {
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    } else {
        vkCmdBeginRendering(commands, &dynamic);
    }
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    bind(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, descriptors, stages, push, push_length);
    if (input_count) vkCmdBindVertexBuffers(commands, 0, input_count, buffers, offsets);
    if (feedback) {
        gpu.bind_feedback(commands, 0, 1, &feedback->buffer, offsets, NULL);
        gpu.begin_feedback(commands, 0, 0, NULL, NULL);
    }
    vkCmdDraw(commands, vertices, instances, 0, 0);
    if (feedback) gpu.end_feedback(commands, 0, 0, NULL, NULL);
    if (pass.handle) {
        vkCmdEndRenderPass(commands);
    } else {
        vkCmdEndRendering(commands);
    }
}

// Everything as before the work, but for what a repetition changes. The command buffer copies images out of `bytes` itself.
static void start_again(struct reader *reader) {
    for (uint32_t at = 0; at < object_count; at++) {
        struct object *object = &objects[at];
        if (object->kind == SAMPLER) continue;
        memcpy(object->bytes, object->first, object->first_length);
        memset(object->bytes + object->first_length, 0, object->size - object->first_length);
    }
    for (uint32_t count = read_word(reader); count; count--) {
        struct object *object = object_at(read_word(reader));
        uint32_t length;
        const uint8_t *bytes = read_bytes(reader, &length);
        if (object->kind == SAMPLER || length > object->size) give_up(FAILED, "a repetition changes what it cannot");
        memcpy(object->bytes, bytes, length);
    }
}

void run_job(struct reader job) {
    struct module modules[2];
    VkShaderStageFlags stages = 0;
    uint32_t module_count = read_count(&job, 2, "modules");
    if (!module_count) give_up(FAILED, "the job has no module");
    for (uint32_t at = 0; at < module_count; at++) {
        read_module(&job, &modules[at]);
        stages |= modules[at].stage.stage;
    }
    VkCommandBufferAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = gpu.pool,
                                              .commandBufferCount = 1};
    VkCommandBuffer commands;
    VK(vkAllocateCommandBuffers(gpu.device, &allocation, &commands));
    keep(VK_OBJECT_TYPE_COMMAND_BUFFER, (uint64_t)commands);
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VK(vkBeginCommandBuffer(commands, &begin));
    object_count = 0;
    for (uint32_t count = read_count(&job, MAX_OBJECTS, "objects"); object_count < count; object_count++)
        objects[object_count] = read_object(&job, commands);
    uint32_t push_length;
    const uint8_t *push = read_bytes(&job, &push_length);
    struct descriptors descriptors = read_descriptors(&job, stages, push_length);
    barrier(commands);
    if (stages == VK_SHADER_STAGE_COMPUTE_BIT) {
        VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                            .stage = modules[0].stage,
                                            .layout = descriptors.layout};
        VkPipeline pipeline;
        VK(vkCreateComputePipelines(gpu.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
        keep(VK_OBJECT_TYPE_PIPELINE, (uint64_t)pipeline);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, &descriptors, stages, push, push_length);
        uint32_t x = read_word(&job), y = read_word(&job), z = read_word(&job);
        vkCmdDispatch(commands, x, y, z);
    } else {
        draw(&job, commands, modules, module_count, &descriptors, stages, push, push_length);
    }
    barrier(commands);
    for (uint32_t at = 0; at < object_count; at++)
        if (objects[at].read_back && objects[at].kind == IMAGE) copy_back(commands, &objects[at]);
    barrier(commands);
    VK(vkEndCommandBuffer(commands));
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    VK(vkCreateFence(gpu.device, &fence_info, NULL, &fence));
    keep(VK_OBJECT_TYPE_FENCE, (uint64_t)fence);
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    uint32_t again = read_word(&job), read_back = 0;
    for (uint32_t at = 0; at < object_count; at++) read_back += objects[at].read_back;
    write_word(again + 1);
    for (uint32_t turn = 0; turn <= again; turn++) {
        if (turn) start_again(&job);
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        VK(vkQueueSubmit(gpu.queue, 1, &submit, fence));
        VK(vkWaitForFences(gpu.device, 1, &fence, VK_TRUE, UINT64_MAX));
        clock_gettime(CLOCK_MONOTONIC, &end);
        int64_t microseconds = (end.tv_sec - start.tv_sec) * 1000000 + (end.tv_nsec - start.tv_nsec) / 1000;
        write_word(microseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)microseconds);
        write_word(read_back);
        VK(vkResetFences(gpu.device, 1, &fence));
        for (uint32_t at = 0; at < object_count; at++) {
            if (!objects[at].read_back) continue;
            write_word(turn * object_count + at);
            write_bytes(objects[at].bytes, (uint32_t)objects[at].size);
        }
    }
}
