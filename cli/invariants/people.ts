import { sql } from 'kysely';
import type { Reader } from '#server/platform/database/database.ts';
import { type Check, runQuery } from './check.ts';

export const peopleChecks: readonly Check[] = [sessionsHaveUsers, anOwnerExists];

async function sessionsHaveUsers(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string; userId: string }>(
    reader,
    sql`select sessions.id, sessions.user_id as "userId"
      from sessions left join users on users.id = sessions.user_id where users.id is null`,
  );
  return rows.map(({ id, userId }) => `Session ${id} is of user ${userId}, who does not exist.`);
}

async function anOwnerExists(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string }>(reader, sql`select id from users where role = 'owner' limit 1`);
  return rows.length > 0 ? [] : ['Nobody is an owner.'];
}
