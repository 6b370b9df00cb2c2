/** The facts of a page for readers that do not run its scripts: search engines and the previews of messengers. */
export type Head = {
  title: string;
  description: string;
  /** The path of the page, without the origin. Without it the head claims no address, and the app replaces the head. */
  path?: string;
  status?: number;
  noindex?: boolean;
  /** The address of a picture, without the origin. */
  image?: string;
  type?: 'website' | 'product';
  more?: { property: string; content: string }[];
  jsonLd?: Record<string, unknown>;
  /** The data and pictures that the page needs as soon as it is drawn. */
  preload?: Preload[];
};
/** `data` is the address of an API call; `cover` is the largest picture of the page, as wide as `sizes` says. */
export type Preload = { data: string } | { cover: string; sizes: string };
/** After `withinMs` the head is made from the facts known by then. */
export type HeadOf = (path: string, withinMs?: number) => Promise<Head>;
