/** What `readAsProducts` checks entry by entry, a file, and an answer that nobody reads need no name. */
const NEEDS_NO_NAME = /^\s*unknown,|readAsProducts|responseHandler:/;

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, names = '']) => names.match(/'[^']+'/g) ?? []);

/**
 * The endpoints of a file of the pages whose answer is not named by the call that they ask, each as `name: asked, not answered`. The
 * compiler checks a call against its route, and not whether the answer is the one of that call.
 */
export function wronglyAnswered(source: string): string[] {
  const aliases = [...source.matchAll(/^type (\w+) = ([^;]*\bAnswer<[^;]*);/gm)];
  const [, ...parts] = source.split(/(\w+): build\.(?:query|infiniteQuery|mutation)</);
  return parts.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const endpoint = parts[at + 1] ?? '';
    const named = aliases.filter(([, alias]) => new RegExp(`\\b${alias}\\b`).test(endpoint)).map(([, , meaning]) => meaning);
    const answered = [...new Set(namesIn([endpoint, ...named].join('\n'), /\bAnswer<([^<>]*)>/g))].sort();
    const asked = [...new Set(namesIn(endpoint, /\bcall\(('[^']+')/g))].sort();
    // a call whose name is computed
    if (asked.length === 0) return [];
    const [asks, answers] = [asked.join(' and '), answered.join(' and ')];
    const isRight = answers === asks || (answers === '' && NEEDS_NO_NAME.test(endpoint));
    return isRight ? [] : [`${name}: ${asks}, not ${answers || 'named'}`];
  });
}
