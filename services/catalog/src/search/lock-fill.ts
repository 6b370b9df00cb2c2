import type { DataSource } from 'typeorm';

/** Another process fills the engine that all share, so this one waits. */
export class FilledElsewhere extends Error {
  constructor() {
    super('Another process fills the search');
  }
}

/**
 * The right to fill an engine that all processes share. It ends with its connection to the database.
 * @throws FilledElsewhere while another process has it
 */
export async function lockFill(source: DataSource) {
  const runner = source.createQueryRunner();
  const ask = <Row>(statement: string) => runner.query(statement) as Promise<[Row]>;
  const [{ mine }] = await ask<{ mine: boolean }>(`SELECT pg_try_advisory_lock(hashtext('fill-search')) AS mine`).catch(
    async (error: unknown) => {
      await runner.release();
      throw error;
    },
  );
  if (!mine) {
    await runner.release();
    throw new FilledElsewhere();
  }
  const check = async () => void (await ask('SELECT 1'));
  return {
    /** @throws the error of the connection, with which the right is lost */
    check,
    isHeld: () =>
      check().then(
        () => true,
        () => runner.release().then(() => false),
      ),
    async release() {
      await ask(`SELECT pg_advisory_unlock(hashtext('fill-search'))`).catch(() => undefined);
      await runner.release();
    },
  };
}
