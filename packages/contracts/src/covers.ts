/** The widths in pixels in which catalog stores a cover, beside the cover itself. */
export const COVER_WIDTHS = [160, 320, 640, 1280] as const;

/**
 * The width of a page's large cover, for the attribute `sizes`. Phones get a smaller value than their true width, so that they load
 * 640 pixels: enough for them, and half the bytes of 1280.
 */
export const LARGE_COVER = {
  home: '(max-width: 768px) 360px, 480px',
  track: '(max-width: 768px) 360px, 400px',
} as const;

/** The address of a cover in one of the widths. */
export const coverInWidth = (src: string, width: (typeof COVER_WIDTHS)[number]) => src.replace(/\.webp$/, `-${width}.webp`);

/** The address of a cover as JPEG, for previews of a track on other sites: several of them show no WebP. */
export const coverForPreview = (src: string) => src.replace(/\.webp$/, '.jpg');

/** The `srcset` of a cover. */
export const coverSet = (src: string) => COVER_WIDTHS.map((width) => `${coverInWidth(src, width)} ${width}w`).join(', ');
