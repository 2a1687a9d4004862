/** Draws one triangle that covers the canvas. */
export const vertexShader = `#version 300 es
void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

/** The most lights of a piece: `limits.lightPhotographs` (docs/behaviour/lights.md, 1). */
export const mostLights = 8;

/**
 * The light on each pixel (docs/behaviour/close-look.md, 12). The two photographs whose lights are nearest to the direction of the lamp, as
 * seen from the pixel, are mixed by azimuth, and the result with the photograph lit from above by elevation, all in linear light. To show
 * detail that only the scan has, the mix is multiplied by the scan divided by the picture under even light. The light falls off with its
 * distance. The wall around the piece is dark.
 */
export const fragmentShader = `#version 300 es
precision highp float;
precision highp sampler2DArray;
uniform sampler2D view;            // the stage as it is drawn: the scan's pixels
uniform sampler2DArray photographs; // linear; the last layer is the picture under even light
uniform float evenLayer;
uniform vec2 corner, size;         // of the whole picture on the stage, pixels
uniform float stageHeight;         // pixels
uniform vec4 piece;                // x, y, width, height in the picture
uniform vec2 units;                // width and height of the picture, in the unit of the lamp
uniform vec3 lamp;                 // in that unit, from the picture's upper left; z is over the surface
uniform vec3 circle[${mostLights}];  // azimuth, elevation (degrees), layer; by azimuth
uniform int circleCount;
uniform vec2 above;                // elevation (degrees), layer
out vec4 color;

const float turn = 360.0;

vec3 toLinear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
vec3 toScreen(vec3 c) { return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }

vec3 litBy(vec3 toLamp, vec2 at) {
  float azimuth = degrees(atan(-toLamp.y, toLamp.x));
  float elevation = degrees(atan(toLamp.z, length(toLamp.xy)));
  int before = 0;
  float gap = turn;
  for (int i = 0; i < circleCount; i++) {
    float away = mod(azimuth - circle[i].x, turn);
    if (away < gap) { gap = away; before = i; }
  }
  vec3 from = circle[before], to = circle[(before + 1) % circleCount];
  float between = circleCount > 1 ? gap / max(mod(to.x - from.x, turn), 0.001) : 0.0;
  vec3 around = mix(texture(photographs, vec3(at, from.z)).rgb, texture(photographs, vec3(at, to.z)).rgb, between);
  float low = mix(from.y, to.y, between);
  float high = clamp((elevation - low) / max(above.x - low, 0.001), 0.0, 1.0);
  return mix(around, texture(photographs, vec3(at, above.y)).rgb, high);
}

void main() {
  vec2 pixel = vec2(gl_FragCoord.x, stageHeight - gl_FragCoord.y);
  vec2 at = (pixel - corner) / size;
  vec4 drawn = texelFetch(view, ivec2(pixel), 0);
  if (drawn.a == 0.0) { color = vec4(0.0); return; }
  vec3 scan = toLinear(drawn.rgb);
  vec3 even = texture(photographs, vec3(at, evenLayer)).rgb;
  vec3 detail = clamp((scan + 0.02) / (even + 0.02), 0.25, 4.0);
  vec3 toLamp = lamp - vec3(at * units, 0.0);
  float reach = 0.57 * max(piece.z * units.x, piece.w * units.y);
  float fall = 1.6 / (1.0 + dot(toLamp, toLamp) / (reach * reach));
  vec3 lit = litBy(toLamp, at) * detail * fall;
  lit = mix(lit, 0.8 + 0.2 * (1.0 - exp((0.8 - lit) * 5.0)), step(0.8, lit));
  vec2 edge = 1.0 / size;
  vec2 inside = smoothstep(piece.xy - edge, piece.xy + edge, at) * (1.0 - smoothstep(piece.xy + piece.zw - edge, piece.xy + piece.zw + edge, at));
  bool isWhole = piece.z >= 1.0 && piece.w >= 1.0;
  vec3 shown = mix(scan * 0.07, lit, isWhole ? 1.0 : inside.x * inside.y);
  color = vec4(toScreen(clamp(shown, 0.0, 1.0)) * drawn.a, drawn.a);
}`;
