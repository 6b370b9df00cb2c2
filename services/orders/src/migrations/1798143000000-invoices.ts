import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Standard rates of VAT in hundredths of a percent, as of November 2026; where one changed lately, the one before. */
const RATES = `
  AT 2000 2016-01-01 -, BE 2100 1996-01-01 -, BG 2000 1999-01-01 -, CY 1900 2014-01-13 -, CZ 2100 2013-01-01 -,
  DE 1900 2021-01-01 -, DK 2500 1992-01-01 -, EE 2200 2024-01-01 2025-07-01, EE 2400 2025-07-01 -, ES 2100 2012-09-01 -,
  FI 2550 2024-09-01 -, FR 2000 2014-01-01 -, GR 2400 2016-06-01 -, HR 2500 2012-03-01 -, HU 2700 2012-01-01 -,
  IE 2300 2021-03-01 -, IT 2200 2013-10-01 -, LT 2100 2009-09-01 -, LU 1700 2024-01-01 -, LV 2100 2012-07-01 -,
  MT 1800 2004-01-01 -, NL 2100 2012-10-01 -, PL 2300 2011-01-01 -, PT 2300 2011-01-01 -, RO 1900 2017-01-01 2025-08-01,
  RO 2100 2025-08-01 -, SE 2500 1990-07-01 -, SI 2200 2013-07-01 -, SK 2300 2025-01-01 -`;

const rows = RATES.split(',').map((text) => {
  const [country, rate, from, to] = text.trim().split(' ');
  return `('${country}', ${rate}, '${from}', ${to === '-' ? 'NULL' : `'${to}'`})`;
});

/**
 * Invoices and credit notes with their numbers, which nobody changes. Orders that were paid before the shop began to write invoices
 * get none.
 */
export class Invoices1798143000000 implements MigrationInterface {
  name = 'Invoices1798143000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE invoicing (
        id boolean PRIMARY KEY DEFAULT true CHECK (id),
        since timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE invoice_counters (
        kind text NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
        year int NOT NULL,
        last int NOT NULL DEFAULT 0,
        PRIMARY KEY (kind, year)
      );
      CREATE TABLE invoices (
        kind text NOT NULL,
        year int NOT NULL,
        number int NOT NULL CHECK (number > 0),
        order_id int NOT NULL REFERENCES orders,
        -- the first, second … credit note of its order
        nth int NOT NULL CHECK (nth > 0),
        refund_id text UNIQUE,
        net_cents int NOT NULL,
        vat_cents int NOT NULL,
        gross_cents int NOT NULL CHECK (gross_cents > 0 AND gross_cents = net_cents + vat_cents),
        issued_at timestamptz NOT NULL,
        facts jsonb NOT NULL,
        evidence jsonb,
        PRIMARY KEY (kind, year, number),
        UNIQUE (order_id, kind, nth),
        FOREIGN KEY (kind, year) REFERENCES invoice_counters,
        CHECK ((kind = 'credit-note') = (refund_id IS NOT NULL)),
        CHECK (kind = 'credit-note' OR nth = 1)
      );
      CREATE INDEX invoices_issued_on ON invoices ((facts->>'issuedOn'));
      CREATE FUNCTION refuse_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'An invoice does not change';
        END $$;
      CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_invoice_change();

      CREATE TABLE credit_notes_due (
        refund_id text PRIMARY KEY,
        order_id int NOT NULL REFERENCES orders,
        amount_cents int NOT NULL CHECK (amount_cents >= 0),
        fee_cents int NOT NULL CHECK (fee_cents >= 0),
        items jsonb NOT NULL,
        is_full boolean NOT NULL,
        done_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE vat_rates (
        country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
        rate int NOT NULL CHECK (rate BETWEEN 0 AND 10000),
        valid_from date NOT NULL,
        valid_to date CHECK (valid_to > valid_from),
        PRIMARY KEY (country, valid_from)
      );
      INSERT INTO vat_rates (country, rate, valid_from, valid_to) VALUES ${rows.join(', ')};

      ALTER TABLE payments ADD COLUMN payer_country text;
      ALTER TABLE orders ADD COLUMN invoiced boolean NOT NULL DEFAULT false;
      CREATE INDEX orders_to_invoice ON orders (paid_at) WHERE paid_at IS NOT NULL AND NOT invoiced;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE orders DROP COLUMN invoiced;
      ALTER TABLE payments DROP COLUMN payer_country;
      DROP TABLE vat_rates, credit_notes_due, invoices, invoice_counters, invoicing;
      DROP FUNCTION refuse_invoice_change;
    `);
  }
}
