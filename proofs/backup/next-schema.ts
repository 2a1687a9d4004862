// The shop's schema with a migration that only this proof has. As a program it migrates DATABASE_URL to that schema. It dies before
// statement DIE_AT (crash/die-at-step.ts); without DIE_AT it prints the number of statements.
import { sql } from 'kysely';
import { connect } from '#server/platform/database/connect.ts';
import { type Migrations, shopMigrations } from '#server/platform/database/migrate.ts';
import { parseSettings } from '#server/settings.ts';

/** Adds a table, columns and an index, changes every row of listings and orders, deletes rows and drops an index. */
export const nextSchema: Migrations = {
  ...shopMigrations,
  '9999-proof': {
    async up(db) {
      await sql`create table ratings (id text primary key, listing_id text not null, stars bigint not null)`.execute(
        db,
      );
      await sql`alter table listings add column stars bigint not null default 0`.execute(db);
      await sql`insert into ratings select id, id, 5 from listings`.execute(db);
      await sql`update listings set stars = 5, name = name || ' *'`.execute(db);
      await sql`create index ratings_by_listing on ratings (listing_id)`.execute(db);
      await sql`delete from cart_entries`.execute(db);
      await sql`drop index listings_in_order_of_date`.execute(db);
      await sql`alter table orders add column rated bigint`.execute(db);
      await sql`update orders set rated = total_cents, changed_at = changed_at + 1`.execute(db);
    },
  },
};

if (import.meta.main) {
  const { stepCount } = await import('../crash/die-at-step.ts');
  const database = await connect(parseSettings(process.env).database, { migrations: nextSchema });
  console.log(stepCount());
  await database.close();
}
