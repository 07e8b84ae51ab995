#version 450
layout(binding = 0) uniform subpassInput noIndex;
layout(input_attachment_index = 0, binding = 1) uniform sampler2D noAttachment;
layout(input_attachment_index = 1, binding = 2) uniform subpassInput attachment;
layout(input_attachment_index = 2, binding = 3) uniform subpassInputMS samples;
layout(input_attachment_index = 3, binding = 4) uniform texture2D noAttachment2;
subpassInput local;
layout(input_attachment_index = 0) out vec4 colour;

vec4 noSample() { return subpassLoad(samples); }
vec4 oneSample() { return subpassLoad(attachment, 0); }
vec4 fetched() { return texelFetch(attachment, ivec2(0), 0); }
vec4 loaded() { return subpassLoad(noAttachment2); }
ivec2 sized() { return textureSize(attachment, 0); }

void main()
{
    subpassLoad(attachment) = vec4(0.0);
}
