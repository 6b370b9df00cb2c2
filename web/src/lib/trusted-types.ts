type Rules = { createHTML: (markup: string) => string; createScriptURL: (address: string) => string };
type Factory = { createPolicy: (name: string, rules: Rules) => unknown };

/** Nothing, or boxes with a style sheet in front, as the player's library writes them: no script, no link, no handler. */
const PLAIN_BOXES = /^\s*(<style(?: nonce="[\w+/=-]*")?>[^<]*<\/style>)?(?:\s|<div(?: (?:class|part)="[\w -]*")*>|<\/div>)*$/;

/** One character by its name, as the markdown library looks it up: `&mdash;`. */
const CHARACTER = /^&[a-z\d]+;$/i;

export const plainMarkup = (markup: string): string => {
  if (PLAIN_BOXES.test(markup) || CHARACTER.test(markup)) return markup;
  throw new TypeError('Text does not become markup here.');
};

/**
 * Where browsers guard what turns text into code, only the player's boxes pass as markup, and no text is ever run. Addresses of scripts pass:
 * the page's Content-Security-Policy names the hosts they may come from.
 */
export function guardMarkup(factory = (globalThis as { trustedTypes?: Factory }).trustedTypes): void {
  // the forms' library would else try whether it may run text, and every page with a form would report that it may not; it comes
  // with a later chunk, and reads this
  (globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };
  factory?.createPolicy('default', { createHTML: plainMarkup, createScriptURL: (address) => address });
}
