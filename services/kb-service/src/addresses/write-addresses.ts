import { createSettle, type NewAddress, type WrittenAddresses } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import type { Actor } from '../model/permissions.ts';
import { entriesOf, readAddress } from './address.ts';
import { findPages } from './find-pages.ts';
import { resolveTargets, type Target } from './targets.ts';

interface WriteOptions {
  knowledgeBaseId: number;
  madeBy: string;
  madeWith: Actor['door'] | 'import';
  /** Which known addresses get a new target: all, or only those that imports have made. */
  replace: 'all' | 'imported' | 'none';
}

interface KnownRow extends Target {
  id: number;
  address: string;
  made_with: string;
}

const findKnown = sql`
  select a.id, a.address, a.guide_id, a.category_id, a.tag_id, a.file_id, a.page, a.url, a.fragment, a.made_with
  from addresses a
  where a.knowledge_base_id = $1 and a.address = any($2::text[])
`;
const upsert = sql`
  -- $2: JSON array of addresses with their targets; $3 who made them, $4 with what.
  insert into addresses (
    knowledge_base_id, address, guide_id, category_id, tag_id, file_id, page, url, fragment, made_by, made_with
  )
  select $1, s.address, s.guide_id, s.category_id, s.tag_id, s.file_id, s.page, s.url, s.fragment, $3, $4
  from json_to_recordset($2) as s (
    address text, guide_id bigint, category_id bigint, tag_id bigint, file_id bigint, page text, url text, fragment text
  )
  on conflict (knowledge_base_id, address) do update
  set guide_id = excluded.guide_id, category_id = excluded.category_id, tag_id = excluded.tag_id,
    file_id = excluded.file_id, page = excluded.page, url = excluded.url, fragment = excluded.fragment,
    made_by = excluded.made_by, made_with = excluded.made_with
  returning id, xmax = 0 as created
`;

const settle = createSettle<Target>({
  reader: { readAddress, entriesOf },
  columns: ['guide_id', 'category_id', 'tag_id', 'file_id', 'page', 'url', 'fragment'],
  isPagePath: (path) => /^\/(guides|categories|tags|files)\/|^\/(guides|search)?$/.test(path),
});

/**
 * Writes addresses within a change. Those that cannot be written are named; see `resolveTargets` for what each may lead
 * to.
 */
export async function writeAddresses(
  transaction: Executor,
  addresses: readonly NewAddress[],
  { knowledgeBaseId, madeBy, madeWith, replace }: WriteOptions,
): Promise<WrittenAddresses> {
  if (addresses.length === 0) return { created: 0, changed: 0, unchanged: 0, refused: [] };
  const { rows, unchanged, refused } = await settle(addresses, {
    resolve: (targets) => resolveTargets(transaction, { id: knowledgeBaseId }, targets),
    findPages: (paths) => findPages(transaction, { knowledgeBaseId, paths }),
    findKnown: (entries) => transaction.any<KnownRow>(findKnown([knowledgeBaseId, entries])),
    replace,
  });
  const written = await transaction.any<{ id: number; created: boolean }>(
    upsert([knowledgeBaseId, JSON.stringify(rows), madeBy, madeWith]),
  );
  const created = written.filter((row) => row.created).length;
  return { created, changed: written.length - created, unchanged, refused };
}
