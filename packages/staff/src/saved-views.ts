import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { lockMembers } from './change-staff.ts';
import { requireName } from './people.ts';
import type { Role } from './staff-event.ts';

/** A list at the desk of a tenant, for someone who works there. */
export interface ListOfViews {
  tenantId: number;
  personId: number;
  list: string;
}

/** Filters, words and an order of a list, under a name. */
export interface SavedView {
  id: number;
  name: string;
  /** That of the list's address. */
  query: string;
  /** Whether all who work for the tenant have it. */
  shared: boolean;
}

/** The most views that a person has in a tenant, and that all have. */
export const MOST_VIEWS = 50;

const LONGEST_QUERY = 2_000;

const list = sql`
  -- The views of the list $3 that the person $2 has: those of all, then the own ones.
  select v.id, v.name, v.query, v.person_id is null as shared
  from staff_views v
  where v.tenant_id = $1 and v.list = $3 and (v.person_id is null or v.person_id = $2)
  order by v.person_id nulls first, v.id
`;
const listTitles = sql`
  -- The views of the person $2, or of all for null.
  select v.id, v.list, v.name
  from staff_views v
  where v.tenant_id = $1 and v.person_id is not distinct from $2
`;
const insert = sql`
  insert into staff_views (tenant_id, person_id, list, name, query)
  values ($1, $2, $3, $4, $5)
`;
const rename = sql`
  update staff_views
  set name = $3
  where tenant_id = $1 and id = $2
`;
const remove = sql`
  delete from staff_views
  where tenant_id = $1 and id = $2
`;

/** Who may change the views of all. */
export function mayShareViews(role: Role): boolean {
  return role !== 'author';
}

export async function listViews(
  executor: Executor,
  { tenantId, personId, list: name }: ListOfViews,
): Promise<SavedView[]> {
  return executor.any<SavedView>(list([tenantId, personId, name]));
}

/** @throws AppError `invalid` and `conflict` for the field `name`, `forbidden` */
export function saveView(
  database: Executor,
  of: ListOfViews,
  { name, query, shared }: Omit<SavedView, 'id'>,
): Promise<void> {
  if (query === '') throw new AppError('invalid', 'There is nothing to save: the list shows everything.');
  if (query.length > LONGEST_QUERY) throw new AppError('invalid', 'This is too much for a view.');
  return changeViews(database, of, async (transaction, role) => {
    requireRole(role, shared);
    const personId = shared ? null : of.personId;
    const title = requireName(name);
    const count = await requireFreeName(transaction, of, { personId, title });
    if (count >= MOST_VIEWS) {
      const message = `There are ${MOST_VIEWS} views, which is the most. Delete one that is no longer needed.`;
      throw new AppError('conflict', message, {
        fields: { name: [message] },
        reason: 'tooManyViews',
        values: { limit: MOST_VIEWS },
      });
    }
    await transaction.none(insert([of.tenantId, personId, of.list, title, query]));
  });
}

/** @throws AppError `not-found`, `invalid` and `conflict` for the field `name`, `forbidden` */
export function renameView(
  database: Executor,
  of: ListOfViews,
  { id, name }: Pick<SavedView, 'id' | 'name'>,
): Promise<void> {
  return changeViews(database, of, async (transaction, role) => {
    const { shared } = await requireView(transaction, of, { id, role });
    const title = requireName(name);
    await requireFreeName(transaction, of, { personId: shared ? null : of.personId, title, except: id });
    await transaction.none(rename([of.tenantId, id, title]));
  });
}

/** @returns what was deleted @throws AppError `not-found`, `forbidden` */
export function deleteView(database: Executor, of: ListOfViews, id: number): Promise<SavedView> {
  return changeViews(database, of, async (transaction, role) => {
    const view = await requireView(transaction, of, { id, role });
    await transaction.none(remove([of.tenantId, id]));
    return view;
  });
}

/** One change of a tenant's views at a time, with the role that the person has by now. */
function changeViews<Result>(
  database: Executor,
  { tenantId, personId }: ListOfViews,
  work: (transaction: Executor, role: Role) => Promise<Result>,
): Promise<Result> {
  return database.tx('change-views', async (transaction) => {
    const members = await lockMembers(transaction, tenantId);
    const member = members.find(({ person_id, accepted }) => accepted && person_id === personId);
    if (!member) throw new AppError('not-found', 'There is no such team.');
    return work(transaction, member.role);
  });
}

async function requireView(
  transaction: Executor,
  of: ListOfViews,
  { id, role }: { id: number; role: Role },
): Promise<SavedView> {
  const view = (await listViews(transaction, of)).find((each) => each.id === id);
  if (!view) throw new AppError('not-found', 'There is no such view.');
  requireRole(role, view.shared);
  return view;
}

function requireRole(role: Role, shared: boolean): void {
  if (!shared || mayShareViews(role)) return;
  throw new AppError('forbidden', 'Only editors and owners change views of all.');
}

/** @returns how many views there are */
async function requireFreeName(
  transaction: Executor,
  { tenantId, list: name }: ListOfViews,
  { personId, title, except }: { personId: number | null; title: string; except?: number },
): Promise<number> {
  const views = await transaction.any<{ id: number; list: string; name: string }>(
    listTitles([tenantId, personId]),
  );
  if (views.some((view) => view.list === name && view.name === title && view.id !== except)) {
    const message = `There is a view ${title} already.`;
    throw new AppError('conflict', message, { fields: { name: [message] }, reason: 'viewNameTaken' });
  }
  return views.length;
}
