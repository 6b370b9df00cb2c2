import { Client } from 'pg';

/**
 * A database that a test has given back. The next test of its file gets it emptied, because emptying takes a tenth of the time of
 * making and first connecting to a database.
 */
export type SpareDatabase = {
  name: string;
  /** Connected with the account of the server's owner. */
  connection: Client;
};

/** Stores the rows that the migrations made, and detects later changes of the tables. */
const REMEMBER = `
  CREATE SCHEMA spare;
  CREATE TABLE spare.changes (tag text);
  CREATE FUNCTION spare.note_change() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN INSERT INTO spare.changes VALUES (tg_tag); END $$;
  CREATE TABLE spare.sequences (sequence regclass, last_value bigint, is_called boolean);
  CREATE TABLE spare.seeds (seeded regclass, copy text, columns text);
  DO $$
  DECLARE found record; is_seeded boolean;
  BEGIN
    FOR found IN SELECT oid::regclass AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('INSERT INTO spare.sequences SELECT %L, last_value, is_called FROM %s', found.name, found.name);
    END LOOP;
    FOR found IN SELECT oid, oid::regclass AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %s)', found.name) INTO is_seeded;
      IF is_seeded THEN
        EXECUTE format('CREATE TABLE spare.%I AS TABLE %s', found.oid::text, found.name);
        INSERT INTO spare.seeds
          SELECT found.name, found.oid::text, string_agg(quote_ident(attname), ', ')
          FROM pg_attribute WHERE attrelid = found.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
      END IF;
    END LOOP;
  END $$;
  CREATE EVENT TRIGGER spare_note_change ON ddl_command_end EXECUTE FUNCTION spare.note_change()`;

/** Ends the connections to the database, as dropping it would, and restores its first rows and sequences. */
const EMPTY = `
  SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
  DO $$
  DECLARE used text; seed record;
  BEGIN
    IF EXISTS (SELECT FROM spare.changes) THEN RAISE 'a test changed the tables'; END IF;
    SET LOCAL session_replication_role = replica;
    SELECT string_agg(oid::regclass::text, ', ') INTO used FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0;
    IF used IS NOT NULL THEN EXECUTE 'TRUNCATE ' || used || ' CASCADE'; END IF;
    FOR seed IN SELECT * FROM spare.seeds LOOP
      EXECUTE format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM spare.%I',
        seed.seeded, seed.columns, seed.columns, seed.copy);
    END LOOP;
    PERFORM setval(sequence, last_value, is_called) FROM spare.sequences;
  END $$`;

const connected = async (url: string) => {
  const client = new Client({ connectionString: url });
  client.on('error', () => {}); // a test stopped the server, or ended all its connections
  await client.connect();
  return client;
};

/** Prepares a new database for being given back. `url` is its address with the account of the server's owner. */
export async function prepareSpare(name: string, url: string): Promise<SpareDatabase> {
  const connection = await connected(url);
  await connection.query(REMEMBER);
  return { name, connection };
}

/**
 * Empties a database.
 * @returns whether that was possible: not after a change of its tables, or without the server
 */
export const emptied = ({ connection }: SpareDatabase): Promise<boolean> =>
  connection.query(EMPTY).then(
    () => true,
    () => false,
  );
