/** The part of libheif-js that we use: its own types lack HeifDecoder. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface Raster {
    /** RGBA, `width * height * 4` bytes. */
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Fills `raster`; calls back with null where the picture cannot be decoded. */
    display(raster: Raster, done: (filled: Raster | null) => void): void;
  }
  interface Libheif {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
  }
  export default function openLibheif(options: { wasmBinary: Uint8Array }): Promise<Libheif>;
}
