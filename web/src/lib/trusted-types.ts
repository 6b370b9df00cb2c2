type Rules = { createHTML: (markup: string) => string; createScriptURL: (address: string) => string };
type Factory = { createPolicy: (name: string, rules: Rules) => unknown };

/** Markup that the player's library writes: nothing, or boxes after a style sheet, without scripts, links and event handlers. */
const PLAIN_BOXES = /^\s*(<style(?: nonce="[\w+/=-]*")?>[^<]*<\/style>)?(?:\s|<div(?: (?:class|part)="[\w -]*")*>|<\/div>)*$/;

/** One named character reference, such as `&mdash;`, which the markdown library looks up. */
const CHARACTER = /^&[a-z\d]+;$/i;

export const plainMarkup = (markup: string): string => {
  if (PLAIN_BOXES.test(markup) || CHARACTER.test(markup)) return markup;
  throw new TypeError('Text does not become markup here.');
};

/**
 * Sets the page's Trusted Types policy: only the player's boxes pass as markup, and no text is ever run as code. Addresses of
 * scripts pass, because the page's Content-Security-Policy names their allowed hosts.
 */
export function guardMarkup(factory = (globalThis as { trustedTypes?: Factory }).trustedTypes): void {
  // Otherwise the forms' library would try to run text as code, and every page with a form would report a violation. That library
  // loads with a later chunk and reads this setting.
  (globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };
  factory?.createPolicy('default', { createHTML: plainMarkup, createScriptURL: (address) => address });
}
