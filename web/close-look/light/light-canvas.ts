import type { Frame } from '../frame.ts';
import type { Lamp } from './lamp.ts';
import { fragmentShader, mostLights, vertexShader } from './light-shader.ts';
import type { Rig } from './photographs.ts';

interface LightCanvasOptions {
  /** The size of each photograph in pixels. */
  photograph: { width: number; height: number };
  /** The number of photographs under one light. */
  lights: number;
  /** The piece in the picture, in fractions of the picture. */
  piece: { x: number; y: number; width: number; height: number };
  /** Width and height of the picture in the unit of the lamp. */
  units: { width: number; height: number };
}

/** Draws the piece under a lamp over the view of the zoom. */
export interface LightCanvas {
  /** `index` in the list of photographs; the picture under even light is the one after the last. */
  addPhotograph(index: number, bitmap: ImageBitmap): void;
  /**
   * Uses the photographs that were added since the last call. Returns false until the picture under even light and at least one of
   * `rig.circle` were added.
   */
  applyPhotographs(rig: Rig): boolean;
  /** Changes where the lights stand and keeps the photographs. */
  setRig(rig: Rig): void;
  /** Copies the pixels of the view. Must be called after each drawing of the zoom. */
  readView(view: HTMLCanvasElement): void;
  draw(frame: Frame, lamp: Lamp): void;
  close(): void;
}

/** Prepares the drawing on `canvas`; null without WebGL 2. Throws if the browser refuses the shader. */
export function createLightCanvas(canvas: HTMLCanvasElement, options: LightCanvasOptions): LightCanvas | null {
  const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false });
  if (!gl) return null;
  const program = linkProgram(gl);
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL.
  gl.useProgram(program);
  const uniform = rememberUniforms(gl, program);
  const photographs = createPhotographs(gl, options);
  const view = createViewTexture(gl);
  gl.uniform1i(uniform('view'), 0);
  gl.uniform1i(uniform('photographs'), 1);
  const { piece, units, lights } = options;
  gl.uniform1f(uniform('evenLayer'), lights);
  gl.uniform4f(uniform('piece'), piece.x, piece.y, piece.width, piece.height);
  gl.uniform2f(uniform('units'), units.width, units.height);
  return {
    addPhotograph: photographs.add,
    applyPhotographs(rig) {
      photographs.finish();
      return setRig(gl, uniform, rig, { lights, used: photographs.added });
    },
    setRig: (rig) => void setRig(gl, uniform, rig, { lights, used: photographs.added }),
    readView(source) {
      if (canvas.width !== source.width) canvas.width = source.width;
      if (canvas.height !== source.height) canvas.height = source.height;
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, view);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, source);
    },
    draw({ x, y, width, height, stage }, lamp) {
      const density = canvas.width / stage.width;
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.uniform2f(uniform('corner'), x * density, y * density);
      gl.uniform2f(uniform('size'), width * density, height * density);
      gl.uniform1f(uniform('stageHeight'), canvas.height);
      gl.uniform3f(uniform('lamp'), lamp.x * units.width, lamp.y * units.height, lamp.height);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
    close() {
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

type Uniform = (name: string) => WebGLUniformLocation | null;

/**
 * Sets the lights whose photographs were added (`used`). Without a light from above the picture under even light takes its place. Returns
 * false, and sets nothing, until that picture and a photograph of the circle were added.
 */
function setRig(
  gl: WebGL2RenderingContext,
  uniform: Uniform,
  rig: Rig,
  { lights, used }: { lights: number; used: ReadonlySet<number> },
): boolean {
  const circle = rig.circle.filter(({ index }) => used.has(index)).slice(0, mostLights);
  if (circle.length === 0 || !used.has(lights)) return false;
  const values = new Float32Array(mostLights * 3);
  for (const [position, { azimuth, elevation, index }] of circle.entries())
    values.set([azimuth, elevation, index], position * 3);
  gl.uniform3fv(uniform('circle'), values);
  gl.uniform1i(uniform('circleCount'), circle.length);
  const above = rig.above && used.has(rig.above.index) ? rig.above : { elevation: 90, index: lights };
  gl.uniform2f(uniform('above'), above.elevation, above.index);
  return true;
}

/** One texture with a layer for each photograph; sRGB, so that the hardware mixes them in linear light. */
function createPhotographs(gl: WebGL2RenderingContext, { photograph, lights }: LightCanvasOptions) {
  const { width, height } = photograph;
  const levels = Math.floor(Math.log2(Math.max(width, height))) + 1;
  const texture = gl.createTexture();
  const bind = () => {
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, texture);
  };
  bind();
  gl.texStorage3D(gl.TEXTURE_2D_ARRAY, levels, gl.SRGB8_ALPHA8, width, height, lights + 1);
  gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  const added = new Set<number>();
  return {
    added,
    add(index: number, bitmap: ImageBitmap) {
      bind();
      gl.texSubImage3D(
        ...([gl.TEXTURE_2D_ARRAY, 0, 0, 0, index, width, height, 1, gl.RGBA, gl.UNSIGNED_BYTE] as const),
        bitmap,
      );
      added.add(index);
    },
    /** Makes the smaller copies of the added photographs. */
    finish() {
      bind();
      gl.generateMipmap(gl.TEXTURE_2D_ARRAY);
    },
  };
}

function createViewTexture(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}

function linkProgram(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error('The WebGL context is lost');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`The browser refuses the shader of the light: ${gl.getProgramInfoLog(program)}`);
  return program;
}

function rememberUniforms(gl: WebGL2RenderingContext, program: WebGLProgram): Uniform {
  const known = new Map<string, WebGLUniformLocation | null>();
  return (name) => {
    const location = known.get(name) ?? gl.getUniformLocation(program, name);
    known.set(name, location);
    return location;
  };
}
