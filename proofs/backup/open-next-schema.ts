// Opens the database DATABASE_URL with the next schema, dies before the step DIE_AT (proofs/crash/die-at-step.ts), or prints how many
// there were.
import { connect } from '#server/platform/database/connect.ts';
import { parseSettings } from '#server/settings.ts';
import { stepCount } from '../crash/die-at-step.ts';
import { nextSchema } from './next-schema.ts';

const database = await connect(parseSettings(process.env).database, { migrations: nextSchema });
console.log(stepCount());
await database.close();
