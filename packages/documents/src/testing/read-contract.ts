/**
 * Reads a contract for tests: its text with single spaces, and the number of pages. It understands only the PDF that the renderer writes:
 * uncompressed pages, one ToUnicode table per embedded font.
 */
export function readContract(contract: Buffer) {
  const file = contract.toString('latin1');
  const objects = new Map(Array.from(file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)^endobj/gm), ([, id, body]) => [id!, body!]));
  const fonts = new Map(
    Array.from(file.matchAll(/^\/(F\d+) (\d+) 0 R$/gm), ([, name, id]) => [name!, glyphTable(objects, objects.get(id!)!)]),
  );
  let text = '';
  for (const [, page] of file.matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    let font: string[] = [];
    for (const [, name, glyphs] of page!.matchAll(/^\/(F\d+) [\d.]+ Tf$|^\[(<.*)\] TJ$/gm)) {
      if (name) font = fonts.get(name)!;
      else text += `${(glyphs!.match(/<[\da-f]+>/g) ?? []).map((run) => spelled(run, font)).join('')} `;
    }
  }
  return { text: text.replace(/\s+/g, ' '), pages: file.match(/^\/Type \/Page$/gm)?.length ?? 0 };
}

const spelled = (run: string, font: string[]) =>
  (run.match(/[\da-f]{4}/g) ?? []).map((glyph) => font[parseInt(glyph, 16)] ?? '').join('');

function glyphTable(objects: Map<string, string>, font: string): string[] {
  const table = objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)![1]!)!;
  const runs = Array.from(table.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[(.*?)\]/g));
  return runs.reduce<string[]>((glyphs, [, first, list]) => {
    (list!.match(/<[\da-f ]*>/g) ?? []).forEach((hex, index) => {
      glyphs[parseInt(first!, 16) + index] = Buffer.from(hex.replace(/[^\da-f]/g, ''), 'hex')
        .swap16()
        .toString('utf16le');
    });
    return glyphs;
  }, []);
}
