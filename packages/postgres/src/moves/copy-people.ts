import type { Executor } from '../connection/database.ts';
import { isUniqueViolation } from '../errors/database-error.ts';
import type { ChangedKeys } from './apply-changes.ts';
import { takenThere } from './copy-rows.ts';
import { type MovedTable, selectPeople } from './row-statements.ts';
import { readShapes, type TableShape } from './tenant-tables.ts';

/** People of the desk belong to no tenant; those whom the tenant's rows name go along. */
export interface PeopleCopy {
  /** Ids in the target, of those who have another one there. */
  there: Map<number, number>;
  /** Those who were not in the target. Their password and passkeys may change until the end. */
  created: Set<number>;
}

interface Databases {
  source: Executor;
  target: Executor;
}

interface Person {
  id: number;
  email_folded: string;
}

/** What belongs to a person. Sessions stay behind: people sign in again. */
const OF_PERSON = ['staff_passkeys', 'staff_identities'];

export function createPeopleCopy(): PeopleCopy {
  return { there: new Map(), created: new Set() };
}

/** Copies these people unless they are in the target; brings those up to date that it copied before. */
export async function copyPeople(
  databases: Databases,
  copy: PeopleCopy,
  named: readonly number[],
): Promise<void> {
  const { source, target } = databases;
  const ids = named.filter((id) => !copy.created.has(id));
  const people = await source.any<Person>('select id, email_folded from staff_people where id = any($1)', [
    ids,
  ]);
  const emails = people.map((person) => person.email_folded);
  const present = await target.any<Person>(
    'select id, email_folded from staff_people where email_folded = any($1)',
    [emails],
  );
  const idsThere = new Map(present.map((person) => [person.email_folded, person.id]));
  const known = [...copy.created];
  const fresh: number[] = [];
  for (const { id, email_folded } of people) {
    const there = idsThere.get(email_folded);
    if (there === undefined) fresh.push(id);
    else if (there !== id) copy.there.set(id, there);
  }
  await writePeople(databases, { fresh, known });
  for (const id of fresh) copy.created.add(id);
}

/** Whom rows of these tables name: all, or those that changed. */
export async function listNamed(
  source: Executor,
  {
    tenantId,
    tables,
    changed,
  }: { tenantId: number; tables: readonly MovedTable[]; changed?: ChangedKeys | undefined },
): Promise<number[]> {
  const ids = new Set<number>();
  for (const table of tables) {
    const keys = changed?.get(table.shape.name);
    if (changed && !keys) continue;
    for (const column of table.people ?? []) {
      const statement = selectPeople(table, column, { ofKeys: keys !== undefined });
      const values = keys ? [tenantId, JSON.stringify(keys)] : [tenantId];
      for (const { id } of await source.any<{ id: number }>(statement, values)) ids.add(id);
    }
  }
  return [...ids];
}

interface Written {
  fresh: readonly number[];
  /** Whom it has written before. */
  known: readonly number[];
}

async function writePeople({ source, target }: Databases, { fresh, known }: Written): Promise<void> {
  const ids = [...known, ...fresh];
  if (ids.length === 0) return;
  const [people, ...belongings] = await readShapes(source, ['staff_people', ...OF_PERSON]);
  if (!people) return;
  const others = people.columns.filter((column) => column !== 'id');
  const update = others.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  await write(people, {
    source,
    target,
    where: 'id',
    ids: known,
    conflict: `on conflict (id) do update set ${update}`,
  });
  await write(people, { source, target, where: 'id', ids: fresh, conflict: '' });
  for (const shape of belongings) {
    await target.none(`delete from ${shape.name} where person_id = any($1)`, [ids]);
    await write(shape, { source, target, where: 'person_id', ids, conflict: '' });
  }
}

interface Writing {
  source: Executor;
  target: Executor;
  where: string;
  ids: readonly number[];
  conflict: string;
}

async function write(shape: TableShape, { source, target, where, ids, conflict }: Writing): Promise<void> {
  const { name, columns } = shape;
  const list = columns.map((column) => `"${column}"`).join(', ');
  const rows = await source.map<string>(
    `select row_to_json(r)::text as row from (select ${list} from ${name} where ${where} = any($1)) r`,
    [ids],
    ({ row }) => row,
  );
  if (rows.length === 0) return;
  const statement = `
    insert into ${name} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${name}, $1::json) ${conflict}`;
  await target.none(statement, [`[${rows.join(',')}]`]).catch((error: unknown) => {
    throw isUniqueViolation(error) ? takenThere(name, error) : error;
  });
}
