import type { Pair } from '@guidepost/pairing';
import { type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { endPassedSessions } from '@guidepost/staff';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from './changes.ts';

/** The forum of a knowledge base, in the other service. */
export interface ChosenForum {
  /** Its slug; empty for none. */
  slug: string;
  /** The address of its pages; unknown to the command line, which does not ask the other service. */
  address?: string | undefined;
}

const update = sql`
  update knowledge_bases k
  set forum = $2, forum_url = $3
  where k.id = $1 and k.forum <> $2
  returning k.id
`;
const updateAddress = sql`
  update knowledge_bases k
  set forum_url = $3
  where k.id = $1 and k.forum = $2 and k.forum_url is distinct from $3
  returning k.id
`;
const listForums = sql`
  -- Across tenants: work for each of them.
  select k.host, k.forum, k.forum_url
  from knowledge_bases k
  where k.forum <> ''
    and not exists (select from tenant_moves m where m.tenant_id = k.id)
  order by k.id
`;

/** Whether a text can be the slug of a forum. */
export function isForumSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
}

/**
 * Chooses the forum of a knowledge base. People of the former one can no longer pass to this desk.
 * @returns whether anything changed @throws AppError `not-found`
 */
export function setForum(
  database: Executor,
  actor: Actor,
  { host, slug, address }: ChosenForum & { host: string },
): Promise<boolean> {
  const change = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id }) => {
    const changed = (await transaction.oneOrNone(update([id, slug, address ?? null]))) !== null;
    if (changed) await endPassedSessions(transaction, id);
    return { changed, result: changed, audit: changed ? { details: { forum: slug } } : [] };
  });
}

/** Milliseconds between looks for forums whose address is unknown, such as those that the command line has chosen. */
const PAUSE = 5_000;

/** Milliseconds between questions for all addresses, since forums may get a host name of their own. */
const LONG_PAUSE = 60_000;

/** Milliseconds until it is asked again that does not answer, such as one that starts at the same time. */
const PAUSE_AFTER_FAILURE = 2_000;

const SERVICE = { name: 'forum-service', role: 'owner', door: 'cli' } as const;

/** Keeps the addresses of forums up to date. */
export function createForumAddresses(database: Executor, pair: Pair, logger: Logger): Worker {
  let due = 0;
  return createBackgroundWork({
    async work() {
      const isDue = performance.now() >= due;
      await refreshAddresses(database, pair, isDue ? 'all' : 'unknown');
      if (isDue) due = performance.now() + LONG_PAUSE;
      return false;
    },
    pause: PAUSE,
    longestPause: PAUSE_AFTER_FAILURE,
    onFailure: (err) => logger.warn({ err }, 'the forum service cannot be asked for addresses'),
    onRecovery: () => logger.info('the forum service tells addresses again'),
  });
}

/** Asks for the addresses of forums, if there are any to ask for. */
export async function refreshAddresses(
  database: Executor,
  pair: Pair,
  which: 'all' | 'unknown' = 'all',
): Promise<void> {
  const chosen = await database.any<{ host: string; forum: string; forum_url: string | null }>(
    listForums([]),
  );
  const wanted = chosen.filter(({ forum_url }) => which === 'all' || forum_url === null);
  if (wanted.length === 0) return;
  const { addresses } = await pair.ask('addresses', { keys: wanted.map(({ forum }) => forum) });
  for (const { host, forum, forum_url } of wanted) {
    const address = addresses[forum] ?? null;
    if (address === forum_url) continue;
    const change = { host, actor: SERVICE, action: 'knowledge-base set' } as const;
    await changeKnowledgeBase(database, change, async (transaction, { id }) => {
      const changed = (await transaction.oneOrNone(updateAddress([id, forum, address]))) !== null;
      return { changed, result: undefined, audit: [] };
    });
  }
}
