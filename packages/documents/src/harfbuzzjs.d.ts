/** What is used here of HarfBuzz; the package declares no types. */
declare module 'harfbuzzjs' {
  type Blob = { readonly ptr: number };
  type Face = { readonly ptr: number };
  type HarfBuzzFont = { readonly ptr: number };
  /** A glyph `g` with its advance and offset in the font's units. `cl` is where its letters begin in the text. */
  type Glyph = { g: number; cl: number; ax: number; dx: number; dy: number };
  type Buffer = {
    addText: (text: string) => void;
    guessSegmentProperties: () => void;
    setDirection: (direction: 'ltr' | 'rtl') => void;
    json: () => Glyph[];
    destroy: () => void;
  };
  type HarfBuzz = {
    createBlob: (file: Uint8Array) => Blob;
    createFace: (blob: Blob, index: number) => Face;
    createFont: (face: Face) => HarfBuzzFont;
    createBuffer: () => Buffer;
    shape: (font: HarfBuzzFont, buffer: Buffer) => void;
  };
  const harfBuzz: Promise<HarfBuzz>;
  export default harfBuzz;
}
