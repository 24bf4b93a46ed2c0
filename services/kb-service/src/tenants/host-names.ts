import { refuseServiceHost } from '@guidepost/http';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from './changes.ts';

export interface HostName {
  host: string;
  /** The host of addresses in sitemaps, links and the API; the others lead to the same pages. */
  is_main: boolean;
}

export interface HostNameChange {
  /** Any name of the knowledge base. */
  host: string;
  /** Lower-case, with a port unless it is the scheme's. */
  name: string;
}

export interface NewHostName extends HostNameChange {
  /** Addresses of the service, whose hosts cannot be added. */
  serviceUrls: readonly string[];
}

/** More would be a mistake, and each may be looked up by anyone. */
const MOST_NAMES = 20;

const list = sql`
  select h.host, h.host = k.host as is_main
  from knowledge_bases k
  join host_names h on h.knowledge_base_id = k.id
  where k.id = $1
  order by is_main desc, h.host
`;
const insert = sql`
  -- Across tenants: makes a tenant, or a name that is unique among all.
  -- No row if a knowledge base has the name already.
  insert into host_names (host, knowledge_base_id)
  values ($2, $1)
  on conflict (host) do nothing
  returning host
`;
const remove = sql`
  delete from host_names
  where knowledge_base_id = $1 and host = $2
  returning host
`;
const setMain = sql`
  update knowledge_bases
  set host = $2
  where id = $1
`;

/** The main name first. */
export function listHostNames(executor: Executor, { id }: Pick<KnowledgeBase, 'id'>): Promise<HostName[]> {
  return executor.any<HostName>(list([id]));
}

/**
 * @returns whether it is new
 * @throws AppError `not-found`, `forbidden`, `conflict` when it is taken, `invalid` for one of the service
 */
export function addHostName(database: Executor, actor: Actor, change: NewHostName): Promise<boolean> {
  return changeNames(database, actor, change, async (transaction, { id, names }) => {
    const { name } = change;
    if (names.some(({ host }) => host === name)) return false;
    refuseServiceHost(name, change.serviceUrls);
    if (names.length >= MOST_NAMES) throw wrong(`A knowledge base has at most ${MOST_NAMES} host names.`);
    if (!(await transaction.oneOrNone(insert([id, name]))))
      throw wrong(`Another knowledge base has the host name ${name}.`);
    return true;
  });
}

/** @returns whether it was a name of it @throws AppError `not-found`, `forbidden`, or `conflict` for the main name */
export function removeHostName(database: Executor, actor: Actor, change: HostNameChange): Promise<boolean> {
  return changeNames(database, actor, change, async (transaction, { id, host }) => {
    const { name } = change;
    if (name === host) throw wrong(`${name} is the main host name. Make another one the main one first.`);
    return (await transaction.oneOrNone(remove([id, name]))) !== null;
  });
}

/**
 * Makes one of the names the main one. The former main name leads to the same pages from then on.
 * @returns whether it was not the main one @throws AppError `not-found`, also for a name that is none of it;
 * `forbidden`
 */
export function useHostName(database: Executor, actor: Actor, change: HostNameChange): Promise<boolean> {
  return changeNames(database, actor, change, async (transaction, { id, host, names }) => {
    const { name } = change;
    if (!names.some((one) => one.host === name)) {
      throw new AppError('not-found', `${name} is not a host name of ${host}.`);
    }
    if (name === host) return false;
    await transaction.none(setMain([id, name]));
    return true;
  });
}

function changeNames(
  database: Executor,
  actor: Actor,
  { host }: HostNameChange,
  work: (transaction: Executor, found: KnowledgeBase & { names: HostName[] }) => Promise<boolean>,
): Promise<boolean> {
  const change = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const names = await listHostNames(transaction, knowledgeBase);
    const changed = await work(transaction, { ...knowledgeBase, names });
    const now = await listHostNames(transaction, knowledgeBase);
    const audit = changed ? { details: { hosts: now.map((one) => one.host) } } : [];
    return { changed, result: changed, audit };
  });
}

function wrong(message: string): AppError {
  return new AppError('conflict', message, { fields: { host: [message] } });
}
