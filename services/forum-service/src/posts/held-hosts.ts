import { domainToASCII } from 'node:url';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type Moderation, moderate } from '../tenants/moderate.ts';

/** A site that spam linked to: posts that link to it, or to a part of it, wait for review. */
export interface HeldHost {
  id: number;
  host: string;
  learned_at: Date;
}

/** Sites that people link to everywhere, also in spam. */
const COMMON = [
  'amazon.com',
  'apple.com',
  'facebook.com',
  'github.com',
  'google.com',
  'instagram.com',
  'linkedin.com',
  'microsoft.com',
  'reddit.com',
  'vimeo.com',
  'wikipedia.org',
  'x.com',
  'youtu.be',
  'youtube.com',
];

/** So that one post with many links does not fill the list. */
const MOST_LEARNED = 10;

const HOST = /https?:\/\/(?:[^\s/?#@]*@)?([\p{L}\p{N}.-]+)/giu;

const list = sql`
  select h.id, h.host, h.learned_at
  from held_hosts h
  where h.forum_id = $1
  order by h.id
`;
const find = sql`
  select exists (select from held_hosts h where h.forum_id = $1 and h.host = any($2::text[])) as held
`;
const findElsewhere = sql`
  -- Those of the hosts $2 to which a visible post by anyone but the posters $3 links.
  select distinct h.host
  from unnest($2::text[]) as h (host)
  join (
    select d.text
    from dialogs d
    where d.forum_id = $1 and not d.held and d.poster_id <> all($3::bigint[]) and strpos(d.text, '://') > 0
    union all
    select c.text
    from comments c
    where c.forum_id = $1 and not c.held and c.poster_id <> all($3) and strpos(c.text, '://') > 0
  ) p on strpos(lower(p.text), h.host) > 0
  order by h.host
`;
const insert = sql`
  insert into held_hosts (forum_id, host)
  select $1, h.host
  from unnest($2::text[]) with ordinality as h (host, place)
  order by h.place
  on conflict (forum_id, host) do nothing
  returning id
`;
const remove = sql`
  delete from held_hosts h
  where h.forum_id = $1 and h.id = $2
`;

/** Oldest first. */
export function listHeldHosts(executor: Executor, forumId: number): Promise<HeldHost[]> {
  return executor.any<HeldHost>(list([forumId]));
}

/** Whether one of the texts links to a site that is held. */
export async function linksToHeld(
  executor: Executor,
  forumId: number,
  texts: readonly string[],
): Promise<boolean> {
  const hosts = hostsIn(texts).flatMap(withParents);
  if (hosts.length === 0) return false;
  const { held } = await executor.one<{ held: boolean }>(find([forumId, hosts]));
  return held;
}

interface Lesson {
  /** The texts of spam. */
  texts: readonly string[];
  /** Who wrote it. */
  posters: readonly number[];
  /** Addresses of the forum itself. */
  own: readonly string[];
}

/**
 * Holds the sites to which spam links, except those of the forum, common ones, and those that posts of others link to.
 * @returns the numbers of new ones
 */
export async function learnHosts(
  transaction: Executor,
  forumId: number,
  { texts, posters, own }: Lesson,
): Promise<number[]> {
  const spared = [...COMMON, ...hostsIn(own)];
  const linked = hostsIn(texts).filter(
    (host) => !spared.some((each) => isWithin(host, each) || isWithin(each, host)),
  );
  const hosts = linked.slice(0, MOST_LEARNED);
  if (hosts.length === 0) return [];
  const elsewhere = await transaction.any<{ host: string }>(findElsewhere([forumId, hosts, posters]));
  const known = new Set(elsewhere.map(({ host }) => host));
  const learned = hosts.filter((host) => !known.has(host));
  return (await transaction.any<{ id: number }>(insert([forumId, learned]))).map(({ id }) => id);
}

/** @throws AppError `not-found`, `forbidden` */
export function forgetHost(database: Executor, moderation: Moderation, id: number): Promise<void> {
  return moderate(database, moderation, async (transaction, forum) => {
    const { rowCount } = await transaction.result(remove([forum.id, id]));
    if (rowCount === 0) throw new AppError('not-found', 'There is no such site.');
    return { events: [{ details: { held_host: id } }], visible: false, result: undefined };
  });
}

/** Hosts of the links in texts, each once, in lower case, without `www.`. */
function hostsIn(texts: readonly string[]): string[] {
  const typed = texts.flatMap((text) => Array.from(text.matchAll(HOST), ([, host = '']) => host));
  const hosts = typed.map((host) => domainToASCII(withoutEdges(host)).replace(/^www\./, ''));
  return [...new Set(hosts)].filter((host) => host.includes('.') && host.length <= 253);
}

/** Without the full stop of a sentence. */
function withoutEdges(host: string): string {
  return host.split('.').filter(Boolean).join('.');
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** The host and the domains that it belongs to, but no top-level domain. */
function withParents(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
