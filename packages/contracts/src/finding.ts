/** How tracks are found: the rules that the browser and the catalog share (docs/product/catalogue.md#filters). No input or output. */

export * from './finding/mixing';
export * from './finding/words';
