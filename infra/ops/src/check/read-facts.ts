import type { Fact } from '@shop/runtime';
import { askService, type Doors, type Service } from '../services';

/** A list of a service, such as `orders.claims`. */
export type List = `${Service}.${string}`;
export const serviceOf = (list: List) => list.slice(0, list.indexOf('.')) as Service;

export type ReadFacts = (list: List) => AsyncIterable<Fact>;

/**
 * Reads lists of running services. Personal columns are hashed with `salt`, which must be the same for all compared lists. A key
 * that occurs twice is yielded once, with `twice` set.
 * @throws Error when a service does not answer, or its list breaks off
 */
export const factsOf = (doors: Doors, salt: string): ReadFacts =>
  async function* (list) {
    const service = serviceOf(list);
    const answer = await askService(doors, service, `/facts/${list.slice(service.length + 1)}?salt=${salt}`);
    let lastRow: Fact | null = null;
    let rowCount = 0;
    for await (const line of linesOf(answer)) {
      const row = JSON.parse(line) as Fact | { rows: number };
      if (!('key' in row)) {
        if (row.rows !== rowCount) break;
        if (lastRow) yield lastRow;
        return;
      }
      rowCount += 1;
      if (lastRow?.key === row.key) lastRow.twice = true;
      else {
        if (lastRow) yield lastRow;
        lastRow = row;
      }
    }
    throw new Error(`${list} broke off after ${rowCount} rows. Is ${service} being restarted?`);
  };

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let remainder = '';
  for await (const chunk of body ?? []) {
    const lines = (remainder + decoder.decode(chunk, { stream: true })).split('\n');
    remainder = lines.pop() ?? '';
    yield* lines;
  }
}
