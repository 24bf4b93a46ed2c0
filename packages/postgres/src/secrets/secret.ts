import { randomBytes } from 'node:crypto';
import type { Executor } from '../connection/database.ts';
import { preparedStatement } from '../sql/sql-file.ts';

/** What a service hashes with, so that a hash tells nothing to whoever knows only the database's content. */
export type Secret = () => Promise<string | Buffer>;

export interface SecretOptions {
  /** Which of the service's secrets, in the table `secrets (name text primary key, value bytea not null)`. */
  name: string;
  /** Used instead of the database's, where whoever runs the service has set one. */
  configured: string | undefined;
}

const BYTES = 32;

const findSecret = preparedStatement(new URL('./sql/find-secret.sql', import.meta.url));
const insertSecret = preparedStatement(new URL('./sql/insert-secret.sql', import.meta.url));

/** The secret that was configured, else the database's: made by the first who asks, and the same for all instances. */
export function createSecret(database: Executor, { name, configured }: SecretOptions): Secret {
  let known: string | Buffer | undefined = configured;

  return async () => {
    known ??= await findOrMake(database, name);
    return known;
  };
}

async function findOrMake(database: Executor, name: string): Promise<Buffer> {
  const found = await database.oneOrNone<{ value: Buffer }>(findSecret([name]));
  if (found) return found.value;
  await database.none(insertSecret([name, randomBytes(BYTES)]));
  // Ours, or that of an instance which was quicker.
  const { value } = await database.one<{ value: Buffer }>(findSecret([name]));
  return value;
}
