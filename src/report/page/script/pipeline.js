// A technique as a WebGPU pipeline with everything that it reads.

const BLEND_FACTORS = {
  Zero: 'zero', One: 'one', SrcColor: 'src', InvSrcColor: 'one-minus-src', SrcAlpha: 'src-alpha', InvSrcAlpha: 'one-minus-src-alpha',
  DestAlpha: 'dst-alpha', InvDestAlpha: 'one-minus-dst-alpha', DestColor: 'dst', InvDestColor: 'one-minus-dst', SrcAlphaSat: 'src-alpha-saturated',
  BlendFactor: 'constant', InvBlendFactor: 'one-minus-constant', Src1Color: 'one', InvSrc1Color: 'zero', Src1Alpha: 'one', InvSrc1Alpha: 'zero',
};
const BLEND_OPERATIONS = { Add: 'add', Subtract: 'subtract', RevSubtract: 'reverse-subtract', Min: 'min', Max: 'max' };
const COMPARISONS = {
  Never: 'never', Less: 'less', Equal: 'equal', LEqual: 'less-equal', Greater: 'greater', NotEqual: 'not-equal', GEqual: 'greater-equal', Always: 'always',
};
const TARGET_FORMATS = { int: 'rgba8sint', uint: 'rgba8uint', bool: 'rgba8uint' };

// The stages of a technique with their code: { vertex, pixel, ... }, each { code, entryPoint, drawable, variant }.
function stagesOf(page, shader, technique) {
  const space = page.spaces[shader.space];
  const stages = {};
  for (const variant of technique.variants) {
    const artifact = shader.artifacts[variant];
    const code = artifact?.drawable && textOf(page, artifact.drawable.text);
    if (code) stages[space.variants[variant].stage] = { code, entryPoint: artifact.entry_point, drawable: artifact.drawable, variant };
  }
  return stages;
}

// The blocks of constants that the stages declare, each once. A block without known fields has the size that the reflection says.
function blocksOf(page, stages) {
  const found = new Map();
  for (const { code, drawable } of Object.values(stages)) {
    const blocks = drawable.blocks.map(at => page.blocks[at]);
    const { bindings } = drawable.reflection;
    for (const { group, binding, space, name } of declarations(code)) {
      if (space != 'uniform') continue;
      const isHere = one => one.set == group && one.binding == binding && !one.push_constants && one.kind != 'push_constants';
      const reflected = bindings.find(isHere);
      const unknown = { set: group, binding, name: reflected?.name ?? name, size: reflected?.size ?? 256, fields: [] };
      found.set(`${group} ${binding}`, blocks.find(isHere) ?? unknown);
    }
    const name = pushConstants(code);
    if (name) {
      const size = bindings.find(one => one.kind == 'push_constants')?.size ?? 16;
      found.set('push', blocks.find(one => one.push_constants) ?? { set: 0, binding: 0, name, size, push_constants: true, fields: [] });
    }
  }
  const place = block => (block.push_constants ? -1 : 1000 * block.set + block.binding);
  return [...found.values()].sort((a, b) => place(a) - place(b));
}

// Fields and values have the names of sidecars: `SrcBlend`, `BlendMode.SrcAlpha`.
function renderStateOf(settings) {
  const changed = new Map(settings.render_state);
  const of = (name, usual) => (changed.get(name) ?? usual).split('.').pop();
  const part = suffix => ({
    srcFactor: BLEND_FACTORS[of(`SrcBlend${suffix}`, 'One')],
    dstFactor: BLEND_FACTORS[of(`DstBlend${suffix}`, 'Zero')],
    operation: BLEND_OPERATIONS[of(`BlendOp${suffix}`, 'Add')],
  });
  const isOn = of('ZEnable', 'true') == 'true';
  const channels = of('ColorWriteState', 'RGBA');
  return {
    blend: of('AlphaBlendEnable', 'false') == 'true' ? { color: part(''), alpha: part('Alpha') } : undefined,
    writeMask: [...channels].reduce((mask, letter, at) => mask | (letter == '_' ? 0 : 1 << at), 0),
    depthCompare: isOn ? COMPARISONS[of('ZFunc', 'LEqual')] : 'always',
    depthWriteEnabled: isOn && of('ZWriteEnable', 'true') == 'true',
  };
}

class TechniquePipeline {
  // Fails with the browser's reason if it does not take the technique.
  static async create(device, page, shader, technique, shape) {
    const made = new TechniquePipeline();
    const stages = stagesOf(page, shader, technique);
    Object.assign(made, { device, stages, blocks: blocksOf(page, stages), shape });
    made.state = renderStateOf(page.spaces[shader.space].settings[technique.settings]);
    made.outputs = (stages.pixel?.drawable.reflection.outputs ?? []).filter(output => output.location != null);
    device.pushErrorScope('validation');
    try {
      await made.build();
    } finally {
      const error = await device.popErrorScope();
      if (error) throw error;
    }
    return made;
  }

  async build() {
    const { device, stages, shape } = this;
    const modules = {};
    for (const [stage, { code }] of Object.entries(stages)) {
      modules[stage] = device.createShaderModule({ code });
      const { messages } = await modules[stage].getCompilationInfo();
      const wrong = messages.find(message => message.type == 'error');
      if (wrong) throw new Error(`${stage} stage, line ${wrong.lineNum}: ${wrong.message}`);
    }
    const groups = this.bind();
    const vertices = shapeOf(shape);
    const buffer = vertexBuffer(stages.vertex.drawable.reflection.inputs, vertices);
    // A vertex stage without attributes mostly makes one triangle over the whole screen.
    this.vertexCount = buffer ? vertices.length : 3;
    if (buffer) this.vertexBuffer = this.upload(buffer.data, GPUBufferUsage.VERTEX);
    this.pushed = this.blocks.find(block => block.push_constants);
    const immediateSize = this.pushed ? blockLength(this.pushed) : 0;
    this.pipeline = await device.createRenderPipelineAsync({
      layout: device.createPipelineLayout({ bindGroupLayouts: groups, immediateSize }),
      vertex: { module: modules.vertex, entryPoint: stages.vertex.entryPoint, buffers: buffer ? [buffer.layout] : [] },
      fragment: stages.pixel && { module: modules.pixel, entryPoint: stages.pixel.entryPoint, targets: this.targets() },
      depthStencil: { format: 'depth32float', depthCompare: this.state.depthCompare, depthWriteEnabled: this.state.depthWriteEnabled },
    });
  }

  targets() {
    const targets = [];
    for (const { location, ty } of this.outputs) {
      const format = TARGET_FORMATS[numbersOf(ty).kind] ?? 'rgba8unorm';
      const blends = format == 'rgba8unorm' ? this.state.blend : undefined;
      targets[location] = { format, blend: blends, writeMask: this.state.writeMask };
    }
    return Array.from(targets, target => target ?? null);
  }

  upload(bytes, usage) {
    const buffer = this.device.createBuffer({ size: Math.ceil(bytes.byteLength / 16) * 16, usage: usage | GPUBufferUsage.COPY_DST });
    this.device.queue.writeBuffer(buffer, 0, bytes);
    return buffer;
  }

  // Makes each declared resource; the layouts of the bind groups.
  bind() {
    const visible = { vertex: GPUShaderStage.VERTEX, pixel: GPUShaderStage.FRAGMENT };
    const entries = new Map();
    for (const [stage, { code }] of Object.entries(this.stages)) {
      for (const declared of declarations(code)) {
        const key = `${declared.group} ${declared.binding}`;
        const entry = layoutEntry(declared);
        if (!entry) throw new Error(`no resource of the type ${declared.type} is made here (${declared.name})`);
        const known = entries.get(key) ?? { ...declared, entry: { binding: declared.binding, visibility: 0, ...entry } };
        known.entry.visibility |= visible[stage] ?? 0;
        entries.set(key, known);
      }
    }
    this.uniforms = new Map();
    const all = [...entries.values()];
    const count = Math.max(0, ...all.map(one => one.group + 1));
    const layouts = [];
    this.groups = [];
    for (let group = 0; group < count; group++) {
      const here = all.filter(one => one.group == group);
      layouts[group] = this.device.createBindGroupLayout({ entries: here.map(one => one.entry) });
      const resources = here.map(one => ({ binding: one.binding, resource: this.resource(one) }));
      this.groups[group] = this.device.createBindGroup({ layout: layouts[group], entries: resources });
    }
    return layouts;
  }

  resource({ group, binding, name, entry }) {
    if (entry.texture || entry.storageTexture) return createTexture(this.device, name, entry);
    if (entry.sampler) return createSampler(this.device, name, entry);
    if (entry.buffer.type != 'uniform') {
      return { buffer: this.device.createBuffer({ size: 256 * 1024, usage: GPUBufferUsage.STORAGE }) };
    }
    const block = this.blocks.find(block => !block.push_constants && block.set == group && block.binding == binding);
    const buffer = this.upload(new ArrayBuffer(blockLength(block)), GPUBufferUsage.UNIFORM);
    this.uniforms.set(block, buffer);
    return { buffer };
  }

  // Draws into textures and reads one of them back: { pixels, format }. `shown`: a location, or 'depth'.
  async draw(scene, edited, shown) {
    const { device } = this;
    for (const [block, buffer] of this.uniforms) device.queue.writeBuffer(buffer, 0, blockBytes(block, edited, scene));
    const attachment = format => device.createTexture({
      size: [scene.width, scene.height], format, usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
    });
    const colours = this.targets().map(target => target && attachment(target.format));
    const depth = attachment('depth32float');
    const clearDepth = this.state.depthCompare.startsWith('greater') ? 0 : 1;
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: colours.map(texture => texture && { view: texture.createView(), clearValue: [0.08, 0.09, 0.11, 1], loadOp: 'clear', storeOp: 'store' }),
      depthStencilAttachment: { view: depth.createView(), depthClearValue: clearDepth, depthLoadOp: 'clear', depthStoreOp: 'store' },
    });
    pass.setPipeline(this.pipeline);
    this.groups.forEach((group, at) => pass.setBindGroup(at, group));
    if (this.pushed) pass.setImmediates(0, blockBytes(this.pushed, edited, scene));
    if (this.vertexBuffer) pass.setVertexBuffer(0, this.vertexBuffer);
    pass.draw(this.vertexCount);
    pass.end();
    const texture = shown == 'depth' ? depth : colours[shown];
    const bytesPerRow = Math.ceil((4 * scene.width) / 256) * 256;
    const buffer = device.createBuffer({ size: bytesPerRow * scene.height, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    encoder.copyTextureToBuffer({ texture, aspect: shown == 'depth' ? 'depth-only' : 'all' }, { buffer, bytesPerRow }, [scene.width, scene.height]);
    device.queue.submit([encoder.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const copy = buffer.getMappedRange().slice(0);
    for (const used of [buffer, depth, ...colours.filter(colour => colour)]) used.destroy();
    return { bytes: copy, bytesPerRow };
  }
}
