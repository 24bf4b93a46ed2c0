import { AppError } from '@guidepost/service-kit';
import type { Executor } from '../connection/database.ts';
import { separateIds } from './sequences.ts';
import type { MovableTenant } from './tenant-move.ts';

export interface TargetCheck extends Pick<MovableTenant, 'tenantId' | 'tables' | 'findTaken'> {
  source: Executor;
  target: Executor;
}

/** Sequences of people, who are copied by themselves. */
const PEOPLE = ['staff_people', 'staff_sessions', 'staff_passkeys'];

interface Migration {
  name: string;
  digest: string;
}

/**
 * Whether the tenant can live in the target. Writes nothing.
 * @returns the identity of the target
 * @throws AppError `conflict` that says what stands in the way
 */
export async function checkTarget(check: TargetCheck): Promise<string> {
  const { source, target, tables, tenantId } = check;
  await checkSchema(source, target);
  const [here, there] = [await readIdentity(source), await readIdentity(target)];
  if (here === there) throw new AppError('conflict', 'The other database is this one, or a copy of it.');
  const { replica } = await target.one<{ replica: boolean }>('select pg_is_in_recovery() as replica');
  if (replica)
    throw new AppError('conflict', 'The other database is a replica. Give the URL of its primary.');
  if (await target.oneOrNone(`select from ${tables.root} where id = $1`, [tenantId]))
    throw await alreadyThere(check);
  const taken = await check.findTaken(check);
  if (taken) throw new AppError('conflict', taken);
  await checkSecrets(check);
  return there;
}

async function checkSchema(source: Executor, target: Executor): Promise<void> {
  const [here, there] = [await readMigrations(source), await readMigrations(target)];
  if (there.size === 0) {
    throw new AppError('conflict', 'The other database has no schema yet. Run migrate there first.');
  }
  const names = [...new Set([...here.keys(), ...there.keys()])];
  const different = names.filter((name) => here.get(name) !== there.get(name));
  if (different.length === 0) return;
  throw new AppError(
    'conflict',
    `The other database has a schema of another version or service (${different.slice(0, 3).join(', ')}). Run migrate of the same release on both.`,
  );
}

async function readMigrations(executor: Executor): Promise<Map<string, string>> {
  const { present } = await executor.one(`select to_regclass('schema_migrations') is not null as present`);
  if (!present) return new Map();
  const rows = await executor.any<Migration>('select name, digest from schema_migrations');
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

const READ_IDENTITY = `
  select (select system_identifier from pg_control_system())::text || '/' || d.oid as identity
  from pg_database d
  where d.datname = current_database()`;

/** Which database this is: the same for a replica or after a restore of the server, another one for another database. */
export async function readIdentity(executor: Executor): Promise<string> {
  return (await executor.one<{ identity: string }>(READ_IDENTITY)).identity;
}

async function alreadyThere({ target, tenantId }: TargetCheck): Promise<AppError> {
  const left = await target.oneOrNone(`select from tenant_moves where tenant_id = $1 and state = 'moved'`, [
    tenantId,
  ]);
  return new AppError(
    'conflict',
    left
      ? 'The other database still has the copy from which it moved here. Delete it there with move --delete-copy.'
      : `The id ${tenantId} is taken in the other database: both have given out the same ids.`,
  );
}

/** A target without them gets them with the first tenant. */
async function checkSecrets({ source, target, tables }: TargetCheck): Promise<void> {
  for (const name of tables.secrets) {
    const [here, there] = [await readSecret(source, name), await readSecret(target, name)];
    if (!here || !there || here.equals(there)) continue;
    throw new AppError(
      'conflict',
      `The other database has a different secret "${name}", so people who voted could vote again. Use a database that got its secret by a move.`,
    );
  }
}

async function readSecret(executor: Executor, name: string): Promise<Buffer | undefined> {
  const found = await executor.oneOrNone<{ value: Buffer }>('select value from secrets where name = $1', [
    name,
  ]);
  return found?.value;
}

/** Prepares a target that has no tenants for its first one. */
export async function prepareTarget({ source, target, tables }: TargetCheck): Promise<void> {
  for (const name of tables.secrets) {
    const value = await readSecret(source, name);
    if (value)
      await target.none('insert into secrets (name, value) values ($1, $2) on conflict do nothing', [
        name,
        value,
      ]);
  }
  const used = await target.oneOrNone(`select from ${tables.root} limit 1`);
  if (!used) await separateIds(target, [...Object.keys(tables.copied), ...PEOPLE]);
}
