// Draws the chosen technique on a shape, with editors for its uniforms.

const NEAR = 0.1;
const FAR = 50;

// The panel lives as long as the page; `show` gives it another technique.
class Drawing {
  constructor(page) {
    this.page = page;
    this.edited = {};
    this.shape = 'sphere';
    this.camera = { yaw: 0.6, pitch: 0.35, distance: 3 };
    this.canvas = make('canvas', { width: 480, height: 480, tabIndex: 0, role: 'img', 'aria-label': 'The technique, drawn. Arrow keys turn it, plus and minus zoom.' });
    this.status = make('p', { id: 'drawing-status', role: 'status' });
    this.controls = make('div', { class: 'row' });
    this.editors = make('div');
    this.element = make('section', { 'aria-label': 'Drawing' }, make('h3', {}, 'Drawn in this browser'), this.controls, this.status,
      make('div', { class: 'drawing' }, this.canvas, this.editors));
    this.listen();
  }

  // One device for the page; `null` and the reason where there is none.
  async device() {
    if (!navigator.gpu) {
      const why = isSecureContext ? 'This browser has no WebGPU' : 'This browser gives WebGPU only to pages from https or localhost';
      throw new Error(`${why}, so nothing is drawn.`);
    }
    const adapter = await navigator.gpu.requestAdapter();
    if (!adapter) throw new Error('WebGPU finds no adapter on this machine, so nothing is drawn.');
    const requiredLimits = {};
    for (const name in adapter.limits) if (!/subgroup/i.test(name)) requiredLimits[name] = adapter.limits[name];
    const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features], requiredLimits });
    device.addEventListener('uncapturederror', event => { event.preventDefault(); this.say(event.error.message); });
    device.lost.then(({ message }) => { this.devicePromise = null; this.say(`The device was lost: ${message}`); });
    return device;
  }

  say(text, state = 'failed') {
    this.status.textContent = text;
    this.status.className = state == 'failed' ? 'warn' : 'faint';
    this.status.dataset.state = state;
  }

  // Shows a technique of a shader; `source`: the text of its vertex stage.
  async show(shader, technique, source) {
    this.shown = { shader, technique, source };
    const stages = stagesOf(this.page, shader, technique);
    this.pipeline = null;
    this.editors.replaceChildren();
    this.controls.replaceChildren();
    if (!stages.vertex) {
      return this.say(stages.compute ? 'A compute stage draws nothing.' : 'There is no code to draw: a vertex stage is missing.', 'nothing');
    }
    if (technique.variants.length > Object.keys(stages).length || Object.keys(stages).some(stage => stage != 'vertex' && stage != 'pixel')) {
      return this.say('WebGPU draws vertex and pixel stages only.', 'nothing');
    }
    const turn = (this.turn ?? 0) + 1;
    this.turn = turn;
    this.say('Making the pipeline…', 'waiting');
    try {
      this.devicePromise ??= this.device();
      const device = await this.devicePromise;
      const pipeline = await TechniquePipeline.create(device, this.page, shader, technique, this.shape);
      // Another technique may have been chosen meanwhile.
      if (turn != this.turn) return;
      this.pipeline = pipeline;
      this.fill();
      await this.draw();
    } catch (error) {
      if (turn == this.turn) this.say(error.message);
    }
  }

  again() {
    if (this.shown) this.show(this.shown.shader, this.shown.technique, this.shown.source);
  }

  // The controls and editors of the pipeline.
  fill() {
    const { outputs, state, blocks } = this.pipeline;
    const visible = outputs.filter(output => !TARGET_FORMATS[numbersOf(output.ty).kind]);
    const targets = [...visible.map(output => [output.location, `${output.name} (location ${output.location})`]), ['depth', 'depth']];
    // What was chosen for another technique stays, where this one has it.
    const usual = state.writeMask && visible.length ? visible[0].location : 'depth';
    this.target = targets.some(([key]) => key === this.chosen) ? this.chosen : usual;
    this.rows = multipliesRows(this.shown.source ?? '', blocks);
    const setTarget = value => { this.chosen = this.target = value == 'depth' ? value : Number(value); this.draw(); };
    this.controls.replaceChildren(
      choice('On a', Object.entries(SHAPES), this.shape, value => { this.shape = value; this.again(); }),
      choice('Show', targets, this.target, setTarget),
      make('label', {}, make('input', { type: 'checkbox', checked: this.rows, onchange: event => { this.rows = event.target.checked; this.draw(); } }), ' matrices transposed'),
      make('label', {}, make('input', { type: 'checkbox', checked: this.moves, onchange: event => { this.moves = event.target.checked; this.animate(); } }), ' turn'),
      make('button', { onclick: () => { this.edited = {}; this.fill(); this.draw(); } }, 'Reset values'),
    );
    this.editors.replaceChildren(uniformEditors(blocks, this.edited, this.scene(), () => this.draw()));
  }

  scene() {
    const { yaw, pitch, distance } = this.camera;
    const isScreen = this.shape == 'screen';
    const eye = [0, 0, -distance];
    const [width, height] = [this.canvas.width, this.canvas.height];
    const matrices = {
      model: isScreen ? IDENTITY : rotation(this.shape == 'plane' ? yaw - 0.6 : yaw, this.shape == 'plane' ? pitch - 0.35 : pitch),
      view: isScreen ? IDENTITY : lookAt(eye, [0, 0, 0]),
      projection: isScreen ? IDENTITY : perspective(0.8, width / height, NEAR, FAR),
    };
    return { matrices, eye, width, height, near: NEAR, far: FAR, time: performance.now() / 1000, multipliesRows: this.rows };
  }

  // Draws once; a request during a drawing is answered after it.
  async draw() {
    if (!this.pipeline) return;
    if (this.busy) {
      this.waits = true;
      return;
    }
    this.busy = true;
    try {
      const drawn = this.pipeline;
      const { bytes, bytesPerRow } = await drawn.draw(this.scene(), this.edited, this.target);
      const shows = this.put(bytes, bytesPerRow);
      const shape = drawn.vertexBuffer ? `Drawn on a ${SHAPES[this.shape]}` : 'Drawn as three vertices, because the vertex stage reads no attribute';
      const empty = shows ? '' : ' All pixels are equal: other values may show more.';
      this.say(`${shape}. Textures are made up from their names.${empty}`, 'drawn');
    } catch (error) {
      this.say(error.message);
    }
    this.busy = false;
    if (this.waits) {
      this.waits = false;
      this.draw();
    }
  }

  // Bytes of the texture to the canvas; depth as grey, from its nearest value to its farthest. Whether its pixels differ.
  put(bytes, bytesPerRow) {
    const { width, height } = this.canvas;
    const image = new ImageData(width, height);
    const isDepth = this.target == 'depth';
    const source = isDepth ? new Float32Array(bytes) : new Uint8Array(bytes);
    const rowLength = isDepth ? bytesPerRow / 4 : bytesPerRow;
    let [low, high] = [Infinity, -Infinity];
    if (isDepth) {
      for (const value of source) {
        if (value > 0 && value < 1) [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
    }
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const to = 4 * (y * width + x);
        const from = y * rowLength + (isDepth ? x : 4 * x);
        const grey = 255 * (1 - 0.8 * (source[from] - low) / Math.max(high - low, 1e-6));
        for (let channel = 0; channel < 3; channel++) image.data[to + channel] = isDepth ? (source[from] < 1 ? grey : 20) : source[from + channel];
        image.data[to + 3] = 255;
      }
    }
    this.canvas.getContext('2d').putImageData(image, 0, 0);
    const pixels = new Uint32Array(image.data.buffer);
    return pixels.some(pixel => pixel != pixels[0]);
  }

  animate() {
    if (!this.moves || !this.element.isConnected) return;
    this.camera.yaw += 0.02;
    this.draw().then(() => requestAnimationFrame(() => this.animate()));
  }

  listen() {
    const move = (yaw, pitch, zoom = 1) => {
      this.camera.yaw += yaw;
      this.camera.pitch = Math.min(Math.max(this.camera.pitch + pitch, -1.5), 1.5);
      this.camera.distance = Math.min(Math.max(this.camera.distance * zoom, 1.3), 20);
      this.draw();
    };
    const keys = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1], '+': [0, 0, 0.9], '-': [0, 0, 1.1] };
    this.canvas.addEventListener('keydown', event => {
      if (!(event.key in keys)) return;
      event.preventDefault();
      move(...keys[event.key]);
    });
    this.canvas.addEventListener('pointermove', event => { if (event.buttons) move(event.movementX * 0.01, event.movementY * 0.01); });
    this.canvas.addEventListener('wheel', event => { event.preventDefault(); move(0, 0, event.deltaY > 0 ? 1.1 : 0.9); }, { passive: false });
  }
}
