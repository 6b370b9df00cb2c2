/** Answers that need no name: those that `readAsProducts` checks entry by entry, files, and unread answers. */
const NEEDS_NO_NAME = /^\s*unknown,|readAsProducts|responseHandler:/;

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, names = '']) => names.match(/'[^']+'/g) ?? []);

/**
 * The web's endpoints whose answer type is not that of their call, each as `name: asked, not answered`. The compiler checks a call
 * against its route, but not whether the answer's type belongs to it.
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
    // The call's name is computed.
    if (asked.length === 0) return [];
    const [asks, answers] = [asked.join(' and '), answered.join(' and ')];
    const isRight = answers === asks || (answers === '' && NEEDS_NO_NAME.test(endpoint));
    return isRight ? [] : [`${name}: ${asks}, not ${answers || 'named'}`];
  });
}
