// Textures, samplers and buffers for what the WGSL of a stage declares.

// `@group(0) @binding(3) var name: texture_2d<f32>;`
function declarations(code) {
  const pattern = /@group\((\d+)\)\s*@binding\((\d+)\)\s*var(?:<([^>]*)>)?\s+(\w+)\s*:\s*([^;]+);/g;
  return [...code.matchAll(pattern)].map(([, group, binding, space = '', name, type]) => ({
    group: Number(group), binding: Number(binding), space: space.replace(/\s/g, ''), name, type: type.replace(/\s/g, ''),
  }));
}

// The name of the block of push constants of a module; nothing where it has none.
function pushConstants(code) {
  return code.match(/var<immediate>\s+(\w+)\s*:/)?.[1];
}

const DIMENSIONS = { '1d': '1d', '2d': '2d', '2d_array': '2d-array', '3d': '3d', cube: 'cube', cube_array: 'cube-array', multisampled_2d: '2d' };
const SAMPLE_TYPES = { f32: 'float', i32: 'sint', u32: 'uint' };

// The entry of a bind group layout, without its visibility, which says the kind of a resource.
function layoutEntry({ space, type }) {
  if (space == 'uniform') return { buffer: { type: 'uniform' } };
  if (space.startsWith('storage')) return { buffer: { type: space.includes('write') ? 'storage' : 'read-only-storage' } };
  if (type == 'sampler') return { sampler: { type: 'filtering' } };
  if (type == 'sampler_comparison') return { sampler: { type: 'comparison' } };
  const storage = type.match(/^texture_storage_(\w+)<(\w+),(\w+)>$/);
  if (storage) {
    const access = { read: 'read-only', write: 'write-only', read_write: 'read-write' }[storage[3]];
    return { storageTexture: { format: storage[2], access, viewDimension: DIMENSIONS[storage[1]] } };
  }
  const depth = type.match(/^texture_depth_(\w+)$/);
  const multisampled = type.includes('multisampled');
  if (depth) return { texture: { sampleType: 'depth', viewDimension: DIMENSIONS[depth[1]], multisampled } };
  const [, dimension, number] = type.match(/^texture_(\w+)<(\w+)>$/) ?? [];
  if (!dimension) return null;
  const sampleType = multisampled && number == 'f32' ? 'unfilterable-float' : SAMPLE_TYPES[number];
  return { texture: { sampleType, viewDimension: DIMENSIONS[dimension], multisampled } };
}

// Colours of a texture at (u, v) of a layer, by its name: from 0 to 1.
const PAINTS = [
  [/normal|detail/i, (u, v) => [0.5 + 0.12 * Math.sin(40 * u), 0.5 + 0.12 * Math.sin(40 * v), 1, 0.5]],
  [/surface|orm|metal|rough|material/i, (u, v) => [1, 0.35 + 0.3 * checker(u, v, 8), 0.1, 0]],
  [/noise|random|dither/i, (u, v, layer) => [0, 1, 2, 3].map(channel => noise(u, v, layer + channel))],
  [/height|depth|shadow/i, (u, v) => [1, 1, 1, 1].map(() => 0.5 + 0.25 * Math.sin(7 * u) * Math.cos(9 * v))],
  [/motion|velocity/i, () => [0.5, 0.5, 0, 1]],
  [/env|sky|irradiance|radiance|cube|probe/i, (u, v, layer) => sky(u, v, layer)],
];

function checker(u, v, squares) {
  return (Math.floor(u * squares) + Math.floor(v * squares)) % 2;
}

function noise(u, v, seed) {
  const value = Math.sin(u * 12989.8 + v * 78233 + seed * 37.7) * 43758.5453;
  return value - Math.floor(value);
}

function sky(u, v, layer) {
  const bright = layer == 2 ? 1 : layer == 3 ? 0 : 1 - v;
  return [0.25 + 0.35 * bright, 0.3 + 0.45 * bright, 0.35 + 0.6 * bright, 1];
}

function paintOf(name) {
  const known = PAINTS.find(([words]) => words.test(name));
  if (known) return known[1];
  return (u, v, layer) => {
    const light = checker(u, v, 8) ? 0.85 : 0.6;
    return [light, light * (1 - 0.1 * (layer % 3)), light * 0.85, 1];
  };
}

// A texture with all levels, filled with the paint of its name. Depth is cleared to 1, the far plane.
function createTexture(device, name, entry) {
  const { viewDimension = '2d', sampleType, multisampled } = entry.texture ?? entry.storageTexture;
  const isDepth = sampleType == 'depth';
  const [size, levels] = viewDimension == '3d' ? [32, 6] : [128, 8];
  const layers = { '2d-array': 4, cube: 6, 'cube-array': 6, '3d': size }[viewDimension] ?? 1;
  const format = entry.storageTexture?.format ?? (isDepth ? 'depth32float' : { uint: 'rgba8uint', sint: 'rgba8sint' }[sampleType] ?? 'rgba8unorm');
  const isPainted = !entry.storageTexture && !isDepth && !multisampled;
  const { TEXTURE_BINDING, STORAGE_BINDING, COPY_DST, RENDER_ATTACHMENT } = GPUTextureUsage;
  const texture = device.createTexture({
    size: viewDimension == '1d' ? [size] : [size, size, layers], format, dimension: { '1d': '1d', '3d': '3d' }[viewDimension] ?? '2d',
    sampleCount: multisampled ? 4 : 1, mipLevelCount: isPainted && viewDimension != '1d' ? levels : 1,
    usage: entry.storageTexture ? STORAGE_BINDING : TEXTURE_BINDING | COPY_DST | (isDepth || multisampled ? RENDER_ATTACHMENT : 0),
  });
  if (isPainted) paint(device, texture, viewDimension, paintOf(name), sampleType == 'float');
  if (isDepth) clearDepth(device, texture, layers);
  return texture.createView({ dimension: viewDimension });
}

function paint(device, texture, viewDimension, colour, isUnorm) {
  for (let mipLevel = 0; mipLevel < texture.mipLevelCount; mipLevel++) {
    const at = length => Math.max(length >> mipLevel, 1);
    const [width, height] = [at(texture.width), at(texture.height)];
    const layers = viewDimension == '3d' ? at(texture.depthOrArrayLayers) : texture.depthOrArrayLayers;
    const bytes = new Uint8Array(4 * width * height * layers);
    for (let pixel = 0; pixel < width * height * layers; pixel++) {
      const [x, y, layer] = [pixel % width, Math.floor(pixel / width) % height, Math.floor(pixel / width / height)];
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / height];
      // A table of colours has each at its own place.
      const values = viewDimension == '3d' ? [u, v, (layer + 0.5) / layers, 1] : colour(u, v, layer);
      bytes.set(values.map(value => isUnorm ? Math.min(Math.max(value, 0), 1) * 255 : 0), 4 * pixel);
    }
    device.queue.writeTexture({ texture, mipLevel }, bytes, { bytesPerRow: 4 * width, rowsPerImage: height }, [width, height, layers]);
  }
}

function clearDepth(device, texture, layers) {
  const encoder = device.createCommandEncoder();
  for (let layer = 0; layer < layers; layer++) {
    const view = texture.createView({ dimension: '2d', baseArrayLayer: layer, arrayLayerCount: 1 });
    encoder.beginRenderPass({ colorAttachments: [], depthStencilAttachment: { view, depthClearValue: 1, depthLoadOp: 'clear', depthStoreOp: 'store' } }).end();
  }
  device.queue.submit([encoder.finish()]);
}

function createSampler(device, name, entry) {
  const addressMode = /clamp|edge/i.test(name) ? 'clamp-to-edge' : 'repeat';
  const filter = /point|nearest/i.test(name) ? 'nearest' : 'linear';
  return device.createSampler({
    addressModeU: addressMode, addressModeV: addressMode, addressModeW: addressMode, minFilter: filter, magFilter: filter, mipmapFilter: filter,
    compare: entry.sampler.type == 'comparison' ? 'less-equal' : undefined,
  });
}
