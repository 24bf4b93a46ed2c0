import { randomBytes } from 'node:crypto';
import { type Database, preparedStatement } from '@guidepost/postgres';

/** What addresses are hashed with, of voters and of those whose requests are counted. */
export type AddressSecret = () => Promise<string | Buffer>;

const NAME = 'voters';
const BYTES = 32;

const findSecret = preparedStatement(new URL('./sql/find-secret.sql', import.meta.url));
const insertSecret = preparedStatement(new URL('./sql/insert-secret.sql', import.meta.url));

/** The secret that was configured, else the database's: made by the first who asks, and the same for all instances. */
export function createAddressSecret(database: Database, configured: string | undefined): AddressSecret {
  let known: string | Buffer | undefined = configured;

  return async () => {
    known ??= await findOrMake(database);
    return known;
  };
}

async function findOrMake(database: Database): Promise<Buffer> {
  const found = await database.oneOrNone<{ value: Buffer }>(findSecret([NAME]));
  if (found) return found.value;
  await database.none(insertSecret([NAME, randomBytes(BYTES)]));
  // Ours, or that of an instance which was quicker.
  const { value } = await database.one<{ value: Buffer }>(findSecret([NAME]));
  return value;
}
