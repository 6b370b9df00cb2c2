import type { Client } from '@opensearch-project/opensearch';
import type { ProductView } from '@shop/contracts/views';
import type { Fill } from '../track-search';
import { answerOf, FILL_PATIENCE_MS } from './connection';
import { documentOf, newIndex, SHAPE } from './documents';

type Outcome = { status: number; error?: unknown };

/** Somebody else has written a newer version, or has removed the track already. */
const isDone = ({ status }: Outcome) => status < 300 || status === 409 || status === 404;

/** The indexes of the tracks: the one behind the alias is searched, and another one may be filled beside it. */
export function createIndexes(client: Client, prefix: string) {
  const alias = `${prefix}-${SHAPE}`;
  /** The version of the list that each index has. */
  const versions = `${prefix}-versions`;

  /** The index behind the alias; null before the first fill. */
  async function searchedIndex(): Promise<string | null> {
    const answer = await answerOf(client.indices.getAlias({ name: alias }, { ignore: [404] }));
    return Object.keys(answer).find((name) => name.startsWith(`${alias}-`)) ?? null;
  }

  async function write(index: string, changes: object[], patience?: number) {
    if (changes.length === 0) return;
    const options = patience === undefined ? {} : { requestTimeout: patience };
    const { items } = await answerOf(client.bulk({ index, body: changes as Record<string, object>[] }, options));
    const failure = items.flatMap((item) => Object.values(item) as Outcome[]).find((outcome) => !isDone(outcome));
    if (failure) throw new Error(`OpenSearch refused a track: ${JSON.stringify(failure.error)}`);
  }

  const at = (id: number, version: number) => ({ _id: String(id), version, version_type: 'external_gte' as const });
  const putting = (tracks: readonly ProductView[], version: number) =>
    tracks.flatMap((track) => [{ index: at(track.id, version) }, documentOf(track)]);

  function changing(version: number, changedIds: readonly number[], forSale: readonly ProductView[]): object[] {
    const goneIds = new Set(changedIds);
    for (const { id } of forSale) goneIds.delete(id);
    return [...[...goneIds].map((id) => ({ delete: at(id, version) })), ...putting(forSale, version)];
  }

  const note = async (index: string, version: number) =>
    void (await answerOf(client.index({ index: versions, id: index, body: { version } })));

  return {
    alias,
    async version(): Promise<number | null> {
      const index = await searchedIndex();
      if (index === null) return null;
      const answer = await answerOf(client.get({ index: versions, id: index }, { ignore: [404] }));
      return answer.found ? (answer._source as { version: number }).version : null;
    },
    async apply(version: number, changedIds: readonly number[], forSale: readonly ProductView[]) {
      const index = await searchedIndex();
      if (index === null) return;
      await write(index, changing(version, changedIds, forSale));
      await answerOf(client.indices.refresh({ index }));
      await note(index, version);
    },
    async startFill(version: number): Promise<Fill> {
      const index = `${alias}-${Date.now()}`;
      await answerOf(client.indices.create({ index, body: newIndex() as object }));
      return {
        put: (part) => write(index, putting(part, version), FILL_PATIENCE_MS),
        apply: (at, changedIds, forSale) => write(index, changing(at, changedIds, forSale), FILL_PATIENCE_MS),
        async finish(filledVersion) {
          await answerOf(client.indices.putSettings({ index, body: { index: { refresh_interval: null } } as object }));
          await answerOf(client.indices.refresh({ index }, { requestTimeout: FILL_PATIENCE_MS }));
          await note(index, filledVersion);
          const before = await searchedIndex();
          const remove = before === null || before === index ? [] : [{ remove: { index: before, alias } }];
          await answerOf(client.indices.updateAliases({ body: { actions: [...remove, { add: { index, alias } }] } }));
          await removeOthers(index);
        },
      };
    },
  };

  /** Removes what fills of this release have left, but for the index that is searched now. */
  async function removeOthers(index: string) {
    const all = Object.keys(await answerOf(client.indices.getAlias({ index: `${alias}-*` })));
    for (const otherIndex of all.filter((name) => name !== index)) {
      await answerOf(client.indices.delete({ index: otherIndex }, { ignore: [404] }));
      await answerOf(client.delete({ index: versions, id: otherIndex }, { ignore: [404] }));
    }
  }
}
