import { AppError } from '@guidepost/service-kit';
import type { Executor } from '../connection/database.ts';
import { readIdentity } from './move-state.ts';
import { type MovableTenant, replicatedTables, rowsByValue } from './tenant-move.ts';

export interface TargetCheck extends Pick<MovableTenant, 'tenantId' | 'tables' | 'findTaken'> {
  source: Executor;
  target: Executor;
}

/** The first version whose publications choose rows. */
const OLDEST_VERSION = 150_000;

/** Slots and senders that replication takes: one to follow, two to copy tables. */
const CONNECTIONS = 3;

/**
 * Whether the tenant can live in the target, and be replicated to it. Writes nothing.
 * @returns the identity of the target
 * @throws AppError `conflict` that says what stands in the way
 */
export async function checkTarget(check: TargetCheck): Promise<string> {
  const { source, target, tables, tenantId } = check;
  await checkSchema(source, target);
  const there = await checkIsOther(check);
  await checkReplication(source, target);
  if (await target.oneOrNone(`select from ${tables.root} where id = $1`, [tenantId]))
    throw await alreadyThere(check);
  await checkRemains(check);
  const taken = await check.findTaken(check);
  if (taken) throw new AppError('conflict', taken);
  await checkSecrets(check);
  return there;
}

/** @returns the identity of the target */
export async function checkIsOther({
  source,
  target,
}: Pick<TargetCheck, 'source' | 'target'>): Promise<string> {
  const there = await readIdentity(target);
  if ((await readIdentity(source)) !== there) return there;
  throw new AppError('conflict', 'The other database is this one, or a copy of it.');
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
  const rows = await executor.any<{ name: string; digest: string }>(
    'select name, digest from schema_migrations',
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

interface Server {
  version: number;
  wal_level: string;
  free_slots: number;
  free_senders: number;
  replicates: boolean;
  subscribes: boolean;
  is_replica: boolean;
}

const READ_SERVER = `
  select current_setting('server_version_num')::integer as version,
    current_setting('wal_level') as wal_level,
    current_setting('max_replication_slots')::integer - (select count(*) from pg_replication_slots) as free_slots,
    current_setting('max_wal_senders')::integer - (select count(*) from pg_stat_replication) as free_senders,
    r.rolsuper or r.rolreplication as replicates,
    r.rolsuper or exists (
      select from pg_roles p where p.rolname = 'pg_create_subscription' and pg_has_role(current_user, p.oid, 'usage')
    ) as subscribes,
    pg_is_in_recovery() as is_replica
  from pg_roles r
  where r.rolname = current_user`;

async function checkReplication(source: Executor, target: Executor): Promise<void> {
  const [here, there] = [await source.one<Server>(READ_SERVER), await target.one<Server>(READ_SERVER)];
  const problems: readonly [boolean, string][] = [
    [there.is_replica, 'The other database is a replica. Give the URL of its primary.'],
    [
      Math.min(here.version, there.version) < OLDEST_VERSION,
      'Moving needs PostgreSQL 15 or newer on both servers.',
    ],
    [
      here.wal_level !== 'logical',
      `Moving needs wal_level = logical on the server of this database, which has ${here.wal_level}. Set it and restart that server.`,
    ],
    [
      here.free_slots < CONNECTIONS,
      `Moving needs ${CONNECTIONS} replication slots on the server of this database: raise max_replication_slots, or drop slots that are not used.`,
    ],
    [
      here.free_senders < CONNECTIONS,
      `Moving needs ${CONNECTIONS} connections for replication on the server of this database: raise max_wal_senders.`,
    ],
    [!here.replicates, 'The role of this database must be allowed to replicate: alter role … replication.'],
    [
      !there.subscribes,
      'The role of the other database must be allowed to subscribe: grant pg_create_subscription to it, or use a superuser before PostgreSQL 16.',
    ],
  ];
  const problem = problems.find(([isTrue]) => isTrue);
  if (problem) throw new AppError('conflict', problem[1]);
}

async function alreadyThere({ target, tenantId }: TargetCheck): Promise<AppError> {
  const left = await target.oneOrNone(`select from tenant_moves where tenant_id = $1 and state = 'moved'`, [
    tenantId,
  ]);
  return new AppError(
    'conflict',
    left
      ? 'The other database still has the copy from which it moved here. Delete it there with move --delete-copy.'
      : idTaken(tenantId),
  );
}

function idTaken(tenantId: number): string {
  return `The id ${tenantId} is taken in the other database: both have given out the same ids.`;
}

/**
 * Remains of a given-up move or a deleted copy in the target are removed; anything else belongs to another tenant.
 */
async function checkRemains({ source, target, tenantId, tables }: TargetCheck): Promise<void> {
  const known = await target.oneOrNone(
    `select from tenant_arrivals where tenant_id = $1 and arrived is not true
     union all
     select from tenant_moves where tenant_id = $1 and state = 'deleted'
     limit 1`,
    [tenantId],
  );
  if (known) return;
  const replicated = replicatedTables(tables);
  const rows = await rowsByValue(source, replicated, tenantId);
  const exist = replicated.map((table) => `exists (select from ${table.name} t where ${rows(table, 't.')})`);
  const { remains } = await target.one<{ remains: boolean }>(`select ${exist.join(' or ')} as remains`);
  if (remains) throw new AppError('conflict', idTaken(tenantId));
}

/** A target without them gets them with the first tenant. */
async function checkSecrets({
  source,
  target,
  tables,
}: Pick<TargetCheck, 'source' | 'target' | 'tables'>): Promise<void> {
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

/** Copies secrets that the target lacks. @throws AppError `conflict` if it has others */
export async function copySecrets(check: Pick<TargetCheck, 'source' | 'target' | 'tables'>): Promise<void> {
  const { source, target, tables } = check;
  for (const name of tables.secrets) {
    const value = await readSecret(source, name);
    if (value)
      await target.none('insert into secrets (name, value) values ($1, $2) on conflict do nothing', [
        name,
        value,
      ]);
  }
  await checkSecrets(check);
}
