import { type Executor, sql } from '@guidepost/postgres';
import { checkGuideLimits, contentBytes } from '../../../content/guide-limits.ts';
import type { FileStore } from '../../../files/file-store.ts';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import type { GuideContent, GuideReading, SourceGuide, SourceTag } from '../import-source.ts';
import { addFindings, type Changes, type Findings, noFindings } from '../import-summary.ts';
import { attempt, type LeftOut } from '../problems.ts';
import { createLinkCheck, type LinkCheck } from './references.ts';

export interface GuideImport {
  transaction: Executor;
  knowledgeBase: Pick<KnowledgeBase, 'id' | 'language'>;
  guides: SourceGuide[];
  files: FileStore;
  overwrite?: boolean;
  signal: AbortSignal;
  onGuide?: (() => void) | undefined;
  /** Only looks for guides that cannot be imported. */
  checkOnly?: boolean;
  /** To which findings are added; default: new ones. */
  findings?: Findings;
  /** Whether the source is part of a larger one. */
  isPart?: boolean | undefined;
}

export interface ImportedGuides {
  changes: Changes & { unchanged: number };
  /** IDs of all guides of the source, by slug. */
  ids: Map<string, number>;
  /** Tags and keywords of each guide that was read, by slug. */
  tags: Map<string, string[]>;
  keywords: Map<string, SourceTag>;
  /** IDs of the files of each guide that was read, by slug. */
  files: Map<string, ReadonlySet<number>>;
  findings: Findings;
  /** Slugs of guides that have been changed here since their last import, and stay as they are. */
  edited: Set<string>;
  /** Those of them whose source has changed as well. */
  left: string[];
  /** If there are any, nothing after them was written. */
  leftOut: LeftOut[];
}

interface ExistingGuide {
  id: number;
  slug: string;
  source_hash: string | null;
  file_hash: string | null;
  edited: boolean;
  broken_links: string[];
  images_left_out: string[];
}

const LOOKED_UP_AT_ONCE = 500;

const findGuides = sql`
  select g.id, g.slug, g.source_hash, g.file_hash, g.edited, g.broken_links, g.images_left_out
  from guides g
  where g.knowledge_base_id = $1 and g.slug = any($2::text[])
`;

/**
 * Imports the guides. Unchanged guides are not parsed, unless they have links that led nowhere. After the first that is
 * left out, the rest is only checked.
 */
export async function importGuides(options: GuideImport): Promise<ImportedGuides> {
  const { transaction, knowledgeBase, guides, signal, onGuide, checkOnly = false } = options;
  const writer = createGuideWriter(transaction, knowledgeBase.id);
  const imported = nothingImported(options.findings);
  const links = createLinkCheck(transaction, knowledgeBase.id, options);

  for await (const [guide, existing] of withExisting(options)) {
    signal.throwIfAborted();
    const item = { place: guide.place, slugs: [guide.slug] };
    const read = await attempt(item, () => readChange(guide, existing, { ...options, imported, links }));
    if ('leftOut' in read) imported.leftOut.push(read.leftOut);
    else if (read.result && !checkOnly && imported.leftOut.length === 0)
      await writer.add(read.result, existing === undefined);
    onGuide?.();
  }
  await writer.finish();
  if (!checkOnly && imported.leftOut.length === 0)
    imported.findings.brokenLinks.push(...(await links.finish()));
  for (const [slug, id] of writer.newIds) imported.ids.set(slug, id);
  const unchanged = guides.length - writer.changes.created - writer.changes.updated;
  return { ...imported, changes: { ...writer.changes, unchanged } };
}

function nothingImported(findings = noFindings()): ImportedGuides {
  return {
    changes: { created: 0, updated: 0, unchanged: 0 },
    ids: new Map(),
    tags: new Map(),
    keywords: new Map(),
    files: new Map(),
    findings,
    edited: new Set(),
    left: [],
    leftOut: [],
  };
}

async function* withExisting(
  options: GuideImport,
): AsyncGenerator<[SourceGuide, ExistingGuide | undefined], void> {
  const { transaction, knowledgeBase, guides } = options;
  for (let start = 0; start < guides.length; start += LOOKED_UP_AT_ONCE) {
    const some = guides.slice(start, start + LOOKED_UP_AT_ONCE);
    const slugs = some.map(({ slug }) => slug);
    const rows = await transaction.any<ExistingGuide>(findGuides([knowledgeBase.id, slugs]));
    const bySlug = new Map(rows.map((row) => [row.slug, row]));
    for (const guide of some) yield [guide, bySlug.get(guide.slug)];
  }
}

/** The record to write, or undefined if the source is unchanged; broken references are reported either way. */
async function readChange(
  guide: SourceGuide,
  existing: ExistingGuide | undefined,
  {
    files,
    imported,
    knowledgeBase,
    links,
    overwrite = false,
  }: Pick<GuideImport, 'files' | 'knowledgeBase' | 'overwrite'> & {
    imported: ImportedGuides;
    links: LinkCheck;
  },
): Promise<GuideRecord | undefined> {
  if (existing) imported.ids.set(guide.slug, existing.id);
  const reading = await guide.read(knowledgeBase.language);
  if (existing?.edited && !overwrite) {
    imported.edited.add(guide.slug);
    if (existing.file_hash !== reading.fileHash) imported.left.push(guide.slug);
    return undefined;
  }
  if (existing && isUnchanged(existing, reading)) {
    const { broken_links: brokenLinks, images_left_out: imagesLeftOut } = existing;
    addFindings(imported.findings, { ...noFindings(), brokenLinks, imagesLeftOut }, guide.place);
    return undefined;
  }
  const used = new Set<number>();
  const content = await reading.content(async (source) => {
    const { id, address } = await files.keep(source);
    used.add(id);
    return address;
  });
  checkGuideLimits(content, guide.place);
  addFindings(imported.findings, content.findings, guide.place);
  const isSame = existing?.source_hash === reading.hash && existing.file_hash === reading.fileHash;
  links.note(guide, content, isSame ? existing.broken_links : undefined);
  recordTags(guide, content, imported);
  imported.files.set(guide.slug, used);
  return { ...toRecord(guide.slug, content, reading), ...datesOf(guide) };
}

/**
 * An overwritten guide is read again, whatever its source; so is one with broken links that may lead to other guides of
 * the source by now.
 */
function isUnchanged(
  { edited, source_hash, file_hash, broken_links }: ExistingGuide,
  reading: GuideReading,
): boolean {
  if (edited || broken_links.length > 0) return false;
  return source_hash === reading.hash && file_hash === reading.fileHash;
}

function recordTags(guide: SourceGuide, { keywords }: GuideContent, imported: ImportedGuides): void {
  const slugs = new Set([...guide.tags, ...keywords.map(({ slug }) => slug)]);
  imported.tags.set(guide.slug, [...slugs]);
  for (const keyword of keywords) {
    if (!imported.keywords.has(keyword.slug)) imported.keywords.set(keyword.slug, keyword);
  }
}

function toRecord(
  slug: string,
  { title, contentHtml, published, findings }: GuideContent,
  { hash, fileHash }: GuideReading,
): Omit<GuideRecord, 'created_at' | 'updated_at'> {
  return {
    slug,
    title,
    content_html: contentHtml,
    content_bytes: contentBytes(contentHtml),
    published: published ?? null,
    source_hash: hash,
    file_hash: fileHash,
    broken_links: findings.brokenLinks,
    images_left_out: findings.imagesLeftOut,
  };
}

function datesOf({ dates }: SourceGuide): Pick<GuideRecord, 'created_at' | 'updated_at'> {
  return { created_at: dates?.createdAt ?? null, updated_at: dates?.updatedAt ?? null };
}

interface GuideRecord {
  slug: string;
  title: string;
  content_html: string;
  content_bytes: number;
  /** Null publishes a new guide and leaves another unchanged. */
  published: boolean | null;
  source_hash: string;
  file_hash: string;
  broken_links: string[];
  images_left_out: string[];
  /** Null is now. */
  created_at: string | null;
  updated_at: string | null;
}

export interface GuideWriter {
  add(guide: GuideRecord, isNew: boolean): Promise<void>;
  finish(): Promise<void>;
  /** Does not count guides of which only the hash differs. */
  readonly changes: Changes;
  /** IDs of new guides by slug. */
  readonly newIds: Map<string, number>;
}

const BATCH_GUIDES = 50;
const BATCH_BYTES = 1_000_000;

const insertGuides = sql`
  -- $2: JSON array of new guides.
  insert into guides (
    knowledge_base_id, slug, title, content_html, content_bytes, published, source_hash, file_hash, broken_links,
    images_left_out, created_at, updated_at, changed_at, changed_by
  )
  select $1, s.slug, s.title, s.content_html, s.content_bytes, coalesce(s.published, true), s.source_hash, s.file_hash,
    s.broken_links, s.images_left_out, coalesce(s.created_at, now()), coalesce(s.updated_at, now()), now(),
    current_actor()
  from json_to_recordset($2) as s (
    slug text, title text, content_html text, content_bytes integer, published boolean, source_hash text,
    file_hash text, broken_links text[], images_left_out text[], created_at timestamptz, updated_at timestamptz
  )
  returning id, slug
`;
const updateGuides = sql.file(new URL('./sql/update-guides.sql', import.meta.url));

function createGuideWriter(transaction: Executor, knowledgeBaseId: number): GuideWriter {
  const changes: Changes = { created: 0, updated: 0 };
  const newIds = new Map<string, number>();
  let inserts: GuideRecord[] = [];
  let updates: GuideRecord[] = [];
  let bytes = 0;

  async function flush(): Promise<void> {
    const values = (guides: GuideRecord[]) => [knowledgeBaseId, JSON.stringify(guides)];
    if (inserts.length > 0) {
      const rows = await transaction.any<{ id: number; slug: string }>(insertGuides(values(inserts)));
      for (const { id, slug } of rows) newIds.set(slug, id);
      changes.created += rows.length;
    }
    if (updates.length > 0) {
      const rows = await transaction.any<{ slug: string }>(updateGuides(values(updates)));
      changes.updated += rows.length;
    }
    [inserts, updates, bytes] = [[], [], 0];
  }

  return {
    changes,
    newIds,
    async add(guide, isNew) {
      (isNew ? inserts : updates).push(guide);
      bytes += guide.content_bytes;
      if (inserts.length + updates.length >= BATCH_GUIDES || bytes >= BATCH_BYTES) await flush();
    },
    finish: flush,
  };
}
