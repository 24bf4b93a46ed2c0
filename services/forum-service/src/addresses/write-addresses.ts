import { createSettle, type NewAddress, type WrittenAddresses } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import type { Actor } from '../model/actor.ts';
import { entriesOf, readAddress } from './address.ts';
import { findPages } from './find-pages.ts';
import { PAGES, resolveTargets, type Target, type TargetPlace } from './targets.ts';

interface WriteOptions extends TargetPlace {
  madeBy: string;
  madeWith: Actor['door'] | 'import';
  /** Which known addresses get a new target: all, or only those that imports have made. */
  replace: 'all' | 'imported' | 'none';
}

interface KnownRow extends Target {
  address: string;
  made_with: string;
}

const findKnown = sql`
  select a.address, a.dialog_id, a.comment_id, a.tag, a.page, a.url, a.fragment, a.made_with
  from addresses a
  where a.forum_id = $1 and a.address = any($2::text[])
`;
const upsert = sql`
  -- $2: JSON array of addresses with their targets; $3 who made them, $4 with what.
  insert into addresses (forum_id, address, dialog_id, comment_id, tag, page, url, fragment, made_by, made_with)
  select $1, s.address, s.dialog_id, s.comment_id, s.tag, s.page, s.url, s.fragment, $3, $4
  from json_to_recordset($2) as s (
    address text, dialog_id bigint, comment_id bigint, tag text, page text, url text, fragment text
  )
  on conflict (forum_id, address) do update
  set dialog_id = excluded.dialog_id, comment_id = excluded.comment_id, tag = excluded.tag, page = excluded.page,
    url = excluded.url, fragment = excluded.fragment, made_by = excluded.made_by, made_with = excluded.made_with
  returning id, xmax = 0 as created
`;

const settle = createSettle<Target>({
  reader: { readAddress, entriesOf },
  columns: ['dialog_id', 'comment_id', 'tag', 'page', 'url', 'fragment'],
  isPagePath: (path) =>
    Object.hasOwn(PAGES, path) || /^\/(?:[0-9]+(?:\/comments\/[0-9]+)?|tags\/[^/]+)$/.test(path),
});

/**
 * Writes addresses within a change. Those that cannot be written are named; see `resolveTargets` for what each may lead
 * to.
 */
export async function writeAddresses(
  transaction: Executor,
  addresses: readonly NewAddress[],
  { forum, publicUrl, madeBy, madeWith, replace }: WriteOptions,
): Promise<WrittenAddresses> {
  if (addresses.length === 0) return { created: 0, changed: 0, unchanged: 0, refused: [] };
  const { rows, unchanged, refused } = await settle(addresses, {
    resolve: (targets) => resolveTargets(transaction, { forum, publicUrl }, targets),
    findPages: (paths) => findPages(transaction, { forumId: forum.id, paths }),
    findKnown: (entries) => transaction.any<KnownRow>(findKnown([forum.id, entries])),
    replace,
  });
  const written = await transaction.any<{ id: number; created: boolean }>(
    upsert([forum.id, JSON.stringify(rows), madeBy, madeWith]),
  );
  const created = written.filter((row) => row.created).length;
  return { created, changed: written.length - created, unchanged, refused };
}
