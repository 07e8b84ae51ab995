// The device with everything it can do enabled, and what a SPIR-V module may ask of it.
#include <strings.h>
#include <unistd.h>

#include "run.h"

struct device gpu;

static _Noreturn void no_device(const char *why) {
    fprintf(stderr, "run: %s\n", why);
    // The parent passes this status on: no other child would do better.
    _exit(4);
}

static bool has_extension(const VkExtensionProperties *all, uint32_t count, const char *name) {
    for (uint32_t at = 0; at < count; at++)
        if (strcmp(all[at].extensionName, name) == 0) return true;
    return false;
}

// The software device; or, where UBERC_JUDGE_DEVICE is set, one whose name contains that, in any case of its letters.
static bool is_wanted(const char *name, const VkPhysicalDeviceDriverProperties *driver) {
    const char *wanted = getenv("UBERC_JUDGE_DEVICE");
    if (!wanted || !*wanted) return driver->driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
    for (size_t length = strlen(wanted); *name; name++)
        if (strncasecmp(name, wanted, length) == 0) return true;
    return false;
}

void open_device(void) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    if (vkCreateInstance(&instance, NULL, &gpu.instance) != VK_SUCCESS) no_device("no Vulkan driver can be loaded");
    VkPhysicalDevice all[16];
    uint32_t count = 16;
    vkEnumeratePhysicalDevices(gpu.instance, &count, all);
    // Never a real GPU by itself: its results would depend on the machine.
    for (uint32_t at = 0; at < count && !gpu.physical; at++) {
        VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
        VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver};
        vkGetPhysicalDeviceProperties2(all[at], &properties);
        if (properties.properties.apiVersion >= VK_API_VERSION_1_3 && is_wanted(properties.properties.deviceName, &driver))
            gpu.physical = all[at];
    }
    if (!gpu.physical && getenv("UBERC_JUDGE_DEVICE")) no_device("no device with Vulkan 1.3 is called as UBERC_JUDGE_DEVICE says");
    if (!gpu.physical) no_device("Mesa's llvmpipe with Vulkan 1.3 is not installed (Debian: mesa-vulkan-drivers)");

    VkExtensionProperties extensions[512];
    uint32_t extension_count = 512;
    vkEnumerateDeviceExtensionProperties(gpu.physical, NULL, &extension_count, extensions);
    gpu.has_feedback = has_extension(extensions, extension_count, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME);
    gpu.has_atomic_float = has_extension(extensions, extension_count, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME);
    gpu.has_stencil_export = has_extension(extensions, extension_count, VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME);
    gpu.has_layer_in_vertex =
        has_extension(extensions, extension_count, VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME);
    const char *enabled[8];
    uint32_t enabled_count = 0;
    // What reflection reads: to a device it means nothing, but a module may not have it without these.
    const char *words[] = {VK_GOOGLE_DECORATE_STRING_EXTENSION_NAME, VK_GOOGLE_HLSL_FUNCTIONALITY_1_EXTENSION_NAME,
                           VK_GOOGLE_USER_TYPE_EXTENSION_NAME};
    for (size_t at = 0; at < sizeof words / sizeof *words; at++)
        if (has_extension(extensions, extension_count, words[at])) enabled[enabled_count++] = words[at];
    if (gpu.has_feedback) enabled[enabled_count++] = VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME;
    if (gpu.has_atomic_float) enabled[enabled_count++] = VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME;
    if (gpu.has_stencil_export) enabled[enabled_count++] = VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME;
    if (gpu.has_layer_in_vertex) enabled[enabled_count++] = VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME;

    gpu.features = (VkPhysicalDeviceFeatures2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &gpu.features11};
    gpu.features11 = (VkPhysicalDeviceVulkan11Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &gpu.features12};
    gpu.features12 = (VkPhysicalDeviceVulkan12Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &gpu.features13};
    gpu.features13 = (VkPhysicalDeviceVulkan13Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    gpu.feedback = (VkPhysicalDeviceTransformFeedbackFeaturesEXT){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT};
    gpu.atomic_float = (VkPhysicalDeviceShaderAtomicFloatFeaturesEXT){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT};
    void **tail = &gpu.features13.pNext;
    if (gpu.has_feedback) {
        *tail = &gpu.feedback;
        tail = &gpu.feedback.pNext;
    }
    if (gpu.has_atomic_float) *tail = &gpu.atomic_float;
    vkGetPhysicalDeviceFeatures2(gpu.physical, &gpu.features);
    // Descriptors are never changed once they are bound; some devices have no robust access to those that are.
    gpu.features12.descriptorBindingUniformBufferUpdateAfterBind = gpu.features12.descriptorBindingStorageBufferUpdateAfterBind =
        gpu.features12.descriptorBindingUniformTexelBufferUpdateAfterBind =
            gpu.features12.descriptorBindingStorageTexelBufferUpdateAfterBind = VK_FALSE;
    gpu.subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
    gpu.properties = (VkPhysicalDeviceProperties2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &gpu.subgroup};
    vkGetPhysicalDeviceProperties2(gpu.physical, &gpu.properties);
    vkGetPhysicalDeviceMemoryProperties(gpu.physical, &gpu.memory);

    uint32_t family = 0, family_count = 8;
    VkQueueFamilyProperties families[8];
    vkGetPhysicalDeviceQueueFamilyProperties(gpu.physical, &family_count, families);
    VkQueueFlags wanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    while (family < family_count && (families[family].queueFlags & wanted) != wanted) family++;
    if (family == family_count) no_device("the device has no queue for graphics and compute");
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                 .pNext = &gpu.features,
                                 .queueCreateInfoCount = 1,
                                 .pQueueCreateInfos = &queue,
                                 .enabledExtensionCount = enabled_count,
                                 .ppEnabledExtensionNames = enabled};
    if (vkCreateDevice(gpu.physical, &device, NULL, &gpu.device) != VK_SUCCESS) no_device("the device cannot be opened");
    vkGetDeviceQueue(gpu.device, family, 0, &gpu.queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = family};
    if (vkCreateCommandPool(gpu.device, &pool, NULL, &gpu.pool) != VK_SUCCESS) no_device("no command pool");
    if (gpu.has_feedback) {
        gpu.bind_feedback = (PFN_vkCmdBindTransformFeedbackBuffersEXT)vkGetDeviceProcAddr(gpu.device, "vkCmdBindTransformFeedbackBuffersEXT");
        gpu.begin_feedback = (PFN_vkCmdBeginTransformFeedbackEXT)vkGetDeviceProcAddr(gpu.device, "vkCmdBeginTransformFeedbackEXT");
        gpu.end_feedback = (PFN_vkCmdEndTransformFeedbackEXT)vkGetDeviceProcAddr(gpu.device, "vkCmdEndTransformFeedbackEXT");
    }
}

static const char *missing(uint32_t capability) {
    const VkPhysicalDeviceFeatures *core = &gpu.features.features;
    VkSubgroupFeatureFlags groups = gpu.subgroup.supportedOperations;
#define NEED(number, name, condition) \
    case number: return (condition) ? NULL : name
    // Numbers of the SPIR-V specification, 3.31 Capability; conditions of the Vulkan specification, appendix "SPIR-V
    // Capabilities".
    switch (capability) {
        NEED(0, "Matrix", true);
        NEED(1, "Shader", true);
        NEED(2, "Geometry", core->geometryShader);
        NEED(9, "Float16", gpu.features12.shaderFloat16);
        NEED(10, "Float64", core->shaderFloat64);
        NEED(11, "Int64", core->shaderInt64);
        NEED(12, "Int64Atomics", gpu.features12.shaderBufferInt64Atomics);
        NEED(22, "Int16", core->shaderInt16);
        NEED(25, "ImageGatherExtended", core->shaderImageGatherExtended);
        NEED(27, "StorageImageMultisample", core->shaderStorageImageMultisample);
        NEED(28, "UniformBufferArrayDynamicIndexing", core->shaderUniformBufferArrayDynamicIndexing);
        NEED(29, "SampledImageArrayDynamicIndexing", core->shaderSampledImageArrayDynamicIndexing);
        NEED(30, "StorageBufferArrayDynamicIndexing", core->shaderStorageBufferArrayDynamicIndexing);
        NEED(31, "StorageImageArrayDynamicIndexing", core->shaderStorageImageArrayDynamicIndexing);
        NEED(32, "ClipDistance", core->shaderClipDistance);
        NEED(33, "CullDistance", core->shaderCullDistance);
        NEED(34, "ImageCubeArray", core->imageCubeArray);
        NEED(35, "SampleRateShading", core->sampleRateShading);
        NEED(39, "Int8", gpu.features12.shaderInt8);
        NEED(40, "InputAttachment", true);
        NEED(41, "SparseResidency", core->shaderResourceResidency);
        NEED(42, "MinLod", core->shaderResourceMinLod);
        NEED(43, "Sampled1D", true);
        NEED(44, "Image1D", true);
        NEED(45, "SampledCubeArray", core->imageCubeArray);
        NEED(46, "SampledBuffer", true);
        NEED(47, "ImageBuffer", true);
        NEED(48, "ImageMSArray", core->shaderStorageImageMultisample);
        NEED(49, "StorageImageExtendedFormats", core->shaderStorageImageExtendedFormats);
        NEED(50, "ImageQuery", true);
        NEED(51, "DerivativeControl", true);
        NEED(52, "InterpolationFunction", core->sampleRateShading);
        NEED(53, "TransformFeedback", gpu.has_feedback && gpu.feedback.transformFeedback);
        NEED(55, "StorageImageReadWithoutFormat", core->shaderStorageImageReadWithoutFormat);
        NEED(56, "StorageImageWriteWithoutFormat", core->shaderStorageImageWriteWithoutFormat);
        NEED(57, "MultiViewport", core->multiViewport);
        NEED(61, "GroupNonUniform", groups & VK_SUBGROUP_FEATURE_BASIC_BIT);
        NEED(62, "GroupNonUniformVote", groups & VK_SUBGROUP_FEATURE_VOTE_BIT);
        NEED(63, "GroupNonUniformArithmetic", groups & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT);
        NEED(64, "GroupNonUniformBallot", groups & VK_SUBGROUP_FEATURE_BALLOT_BIT);
        NEED(65, "GroupNonUniformShuffle", groups & VK_SUBGROUP_FEATURE_SHUFFLE_BIT);
        NEED(66, "GroupNonUniformShuffleRelative", groups & VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT);
        NEED(67, "GroupNonUniformClustered", groups & VK_SUBGROUP_FEATURE_CLUSTERED_BIT);
        NEED(68, "GroupNonUniformQuad", groups & VK_SUBGROUP_FEATURE_QUAD_BIT);
        NEED(69, "ShaderLayer", gpu.features12.shaderOutputLayer);
        NEED(70, "ShaderViewportIndex", gpu.features12.shaderOutputViewportIndex);
        NEED(4423, "SubgroupBallotKHR", false);
        NEED(4427, "DrawParameters", gpu.features11.shaderDrawParameters);
        NEED(4431, "SubgroupVoteKHR", false);
        NEED(4433, "StorageBuffer16BitAccess", gpu.features11.storageBuffer16BitAccess);
        NEED(4434, "UniformAndStorageBuffer16BitAccess", gpu.features11.uniformAndStorageBuffer16BitAccess);
        NEED(4435, "StoragePushConstant16", gpu.features11.storagePushConstant16);
        NEED(4436, "StorageInputOutput16", gpu.features11.storageInputOutput16);
        NEED(4439, "MultiView", gpu.features11.multiview);
        NEED(4441, "VariablePointersStorageBuffer", gpu.features11.variablePointersStorageBuffer);
        NEED(4442, "VariablePointers", gpu.features11.variablePointers);
        NEED(4448, "StorageBuffer8BitAccess", gpu.features12.storageBuffer8BitAccess);
        NEED(4449, "UniformAndStorageBuffer8BitAccess", gpu.features12.uniformAndStorageBuffer8BitAccess);
        NEED(5009, "ImageGatherBiasLodAMD", false);
        NEED(5013, "StencilExportEXT", gpu.has_stencil_export);
        NEED(5254, "ShaderViewportIndexLayerEXT", gpu.has_layer_in_vertex);
        NEED(5301, "ShaderNonUniform", gpu.features12.descriptorIndexing);
        NEED(5302, "RuntimeDescriptorArray", gpu.features12.runtimeDescriptorArray);
        NEED(5303, "InputAttachmentArrayDynamicIndexing", gpu.features12.shaderInputAttachmentArrayDynamicIndexing);
        NEED(5306, "UniformBufferArrayNonUniformIndexing", gpu.features12.shaderUniformBufferArrayNonUniformIndexing);
        NEED(5307, "SampledImageArrayNonUniformIndexing", gpu.features12.shaderSampledImageArrayNonUniformIndexing);
        NEED(5308, "StorageBufferArrayNonUniformIndexing", gpu.features12.shaderStorageBufferArrayNonUniformIndexing);
        NEED(5309, "StorageImageArrayNonUniformIndexing", gpu.features12.shaderStorageImageArrayNonUniformIndexing);
        NEED(5311, "UniformTexelBufferArrayNonUniformIndexing", gpu.features12.shaderUniformTexelBufferArrayNonUniformIndexing);
        NEED(5312, "StorageTexelBufferArrayNonUniformIndexing", gpu.features12.shaderStorageTexelBufferArrayNonUniformIndexing);
        NEED(5345, "VulkanMemoryModel", gpu.features12.vulkanMemoryModel);
        NEED(5379, "DemoteToHelperInvocation", gpu.features13.shaderDemoteToHelperInvocation);
        NEED(6033, "AtomicFloat32AddEXT", gpu.has_atomic_float && gpu.atomic_float.shaderBufferFloat32AtomicAdd);
    }
#undef NEED
    return "";
}

// Gives up on a module that declares what the device has not: a driver need not refuse it, and may crash.
void require_capabilities(const uint32_t *words, uint32_t count) {
    if (count < 5 || words[0] != 0x07230203) give_up(FAILED, "not SPIR-V");
    for (uint32_t at = 5; at < count;) {
        uint32_t length = words[at] >> 16, opcode = words[at] & 0xffff;
        // OpCapability comes before everything else.
        if (opcode != 17 || length != 2 || at + 1 >= count) return;
        const char *name = missing(words[at + 1]);
        if (name && *name) give_up(UNSUPPORTED, "capability %s", name);
        if (name) give_up(UNSUPPORTED, "capability %u", words[at + 1]);
        at += length;
    }
}
