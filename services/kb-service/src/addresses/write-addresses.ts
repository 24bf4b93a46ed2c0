import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../model/permissions.ts';
import { entriesOf, type Refusal, readAddress } from './address.ts';
import { findPages } from './find-pages.ts';
import { type ResolvedTarget, resolveTargets, type Target } from './targets.ts';

/** An address as people and other systems write it. */
export interface NewAddress {
  /** A path, a URL of the former site, or the entry of a scheme such as `zendesk:article:12`. */
  address: string;
  /** See `resolveTargets`. */
  to: string;
  /** For messages: `redirects.csv:12`. */
  place?: string | undefined;
}

export interface RefusedAddress extends NewAddress {
  refusal: Refusal;
}

export interface WrittenAddresses {
  created: number;
  changed: number;
  unchanged: number;
  refused: RefusedAddress[];
}

export interface WriteOptions {
  knowledgeBaseId: number;
  madeBy: string;
  madeWith: Actor['door'] | 'import';
  /** Which known addresses get a new target: all, or only those that imports have made. */
  replace: 'all' | 'imported' | 'none';
}

type Row = Target & { address: string };

interface KnownRow extends Row {
  id: number;
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

/**
 * Writes addresses within a change. A target that is another address, known or written here, is followed to where it
 * leads, so that there are no chains; what would lead to itself is refused, and so is the address of a page that
 * readers see.
 */
export async function writeAddresses(
  transaction: Executor,
  addresses: readonly NewAddress[],
  options: WriteOptions,
): Promise<WrittenAddresses> {
  const { knowledgeBaseId: id, madeBy, madeWith } = options;
  if (addresses.length === 0) return { created: 0, changed: 0, unchanged: 0, refused: [] };
  const refused: RefusedAddress[] = [];
  const read = readAll(addresses, refused);
  const targets = await resolveTargets(
    transaction,
    { id },
    read.map(({ to }) => to),
  );
  const pages = await findPages(transaction, {
    knowledgeBaseId: id,
    paths: read.map(({ entry }) => entry).filter((entry) => entry.startsWith('/')),
  });
  const known = await knownAddresses(transaction, id, read);
  const follow = createFollow(read, targets);
  const rows = new Map<string, Row>();
  let unchanged = 0;
  for (const each of read) {
    const { entry, ...given } = each;
    const resolved = follow(each);
    const before = known.get(entry);
    const taken = pages.has(entry) ? PAGE : whyItStays(before, resolved, options);
    if (taken) refused.push({ ...given, refusal: taken });
    else if ('refusal' in resolved) refused.push({ ...given, refusal: resolved.refusal });
    else if (before && isSame(before, resolved.target)) unchanged += 1;
    else rows.set(entry, { address: entry, ...resolved.target });
  }
  const written = await transaction.any<{ id: number; created: boolean }>(
    upsert([id, JSON.stringify([...rows.values()]), madeBy, madeWith]),
  );
  const created = written.filter((row) => row.created).length;
  return { created, changed: written.length - created, unchanged, refused };
}

interface ReadAddress extends NewAddress {
  entry: string;
}

/** The first of those with the same entry counts. */
function readAll(addresses: readonly NewAddress[], refused: RefusedAddress[]): ReadAddress[] {
  const read = new Map<string, ReadAddress>();
  for (const each of addresses) {
    try {
      const entry = readAddress(each.address);
      const before = read.get(entry);
      if (!before) read.set(entry, { ...each, entry });
      else if (before.to.trim() !== each.to.trim()) refused.push({ ...each, refusal: sameAs(before) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ ...each, refusal: { reason: 'address', message: error.message } });
    }
  }
  return [...read.values()];
}

function sameAs({ address, to }: NewAddress): Refusal {
  return { reason: 'elsewhere', message: `It is the same as ${address}, which leads to ${to}.` };
}

async function knownAddresses(
  transaction: Executor,
  knowledgeBaseId: number,
  read: readonly ReadAddress[],
): Promise<Map<string, KnownRow>> {
  const entries = read.map(({ entry }) => entry);
  const rows = await transaction.any<KnownRow>(findKnown([knowledgeBaseId, entries]));
  return new Map(rows.map((row) => [row.address, row]));
}

const PAGE: Refusal = { reason: 'page', message: 'Readers see a page at this address.' };
const ELSEWHERE: Refusal = { reason: 'elsewhere', message: 'It leads elsewhere already.' };
const CIRCLE: ResolvedTarget = { refusal: { reason: 'circle', message: 'It would lead to itself.' } };

/** Follows a target through the addresses that are written with it. */
function createFollow(read: readonly ReadAddress[], targets: ReadonlyMap<string, ResolvedTarget>) {
  const byEntry = new Map(read.map((each) => [each.entry, each]));
  return (first: ReadAddress): ResolvedTarget => {
    const seen = new Set<string>();
    for (let each = first; ; ) {
      seen.add(each.entry);
      const resolved: ResolvedTarget = targets.get(each.to) ?? CIRCLE;
      const entries = resolved.path === undefined ? [] : entriesOf(resolved.path);
      if (entries.some((entry) => seen.has(entry))) return CIRCLE;
      const [next] = entries.flatMap((entry) => byEntry.get(entry) ?? []);
      if (!next || isPagePath(resolved)) return resolved;
      each = next;
    }
  };
}

/** A target that is a page stays one, even if it is also written as an address. */
function isPagePath(resolved: ResolvedTarget): boolean {
  return (
    'target' in resolved &&
    /^\/(guides|categories|tags|files)\/|^\/(guides|search)?$/.test(resolved.path ?? '')
  );
}

function whyItStays(
  before: KnownRow | undefined,
  resolved: ResolvedTarget,
  { replace }: Pick<WriteOptions, 'replace'>,
): Refusal | undefined {
  if (!before || replace === 'all' || 'refusal' in resolved || isSame(before, resolved.target))
    return undefined;
  if (replace === 'imported' && before.made_with === 'import') return undefined;
  return ELSEWHERE;
}

function isSame(one: Target, other: Target): boolean {
  const columns = ['guide_id', 'category_id', 'tag_id', 'file_id', 'page', 'url', 'fragment'] as const;
  return columns.every((column) => one[column] === other[column]);
}
