import { randomBytes } from 'node:crypto';
import type { Executor } from '../connection/database.ts';
import { sql } from '../sql/sql.ts';

/** A secret for keyed hashes, which are useless to anyone who has only the database. */
export type Secret = () => Promise<string | Buffer>;

export interface SecretOptions {
  /** A name in the table `secrets (name text primary key, value bytea not null)`. */
  name: string;
  /** Takes precedence over the database's secret. */
  configured: string | undefined;
}

const BYTES = 32;

const findSecret = sql`
  select value
  from secrets
  where name = $1
`;
const insertSecret = sql`
  insert into secrets (name, value)
  values ($1, $2)
  on conflict (name) do nothing
`;

/** The configured secret, else the database's, generated on first use and shared by all instances. */
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
  // Ours, or that of a faster instance.
  const { value } = await database.one<{ value: Buffer }>(findSecret([name]));
  return value;
}
