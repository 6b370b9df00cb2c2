import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Service requests, stored as they were sent. */
export class ServiceRequests1763800000000 implements MigrationInterface {
  name = 'ServiceRequests1763800000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE service_requests (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        service text NOT NULL CHECK (service IN ('music-production', 'co-producing', 'mixing-mastering')),
        buyer_id int NOT NULL,
        request jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX service_requests_of_buyer ON service_requests (buyer_id, id);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE service_requests');
  }
}
