import { isDeepStrictEqual } from 'node:util';
import { conflict } from '@shop/http';
import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';

const UPLOADS = 4_711_004;

/**
 * The track that the upload of `fresh` has added already: a sender who got no answer sends the form again
 * (docs/product/catalogue.md#a-form-that-is-sent-again). Two forms sent at the same time wait for each other here. `factsOf`
 * returns the facts that the form sets. @throws Refusal 409 `added-already` when the added track differs from the form
 */
export async function addedBy<Row extends { id: number; upload: string | null }>(
  db: EntityManager,
  kind: EntityTarget<Row>,
  fresh: Row,
  factsOf: (entity: Row) => object,
): Promise<Row | null> {
  const { upload } = fresh;
  if (upload === null) return null;
  await db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [UPLOADS, upload]);
  const addedEntity = await db.findOneBy(kind, { upload } as FindOptionsWhere<Row>);
  if (addedEntity && !isDeepStrictEqual(factsOf(addedEntity), factsOf(fresh)))
    throw conflict('added-already', 'This form has already added a track with other values. Please edit that track.', {
      details: { id: addedEntity.id },
    });
  return addedEntity;
}
