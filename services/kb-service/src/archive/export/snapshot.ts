import type { FileStore } from '@guidepost/files';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import { listSynonyms, usesEverydaySynonyms } from '@guidepost/search';
import { describeTarget, listAllAddresses } from '../../addresses/list-addresses.ts';
import { PROPERTY_COLUMNS, PROPERTY_TABLES, type PropertyRow } from '../../content/guide-properties.ts';
import { readImage } from '../../files/image-store.ts';
import type { LookTexts } from '../../look/look-properties.ts';
import { noSuchKnowledgeBase } from '../../model/knowledge-base.ts';
import type { SuggestionRule } from '../../widget/suggestion-rules.ts';
import {
  type ExportedName,
  type ExportedTranslation,
  listFurtherLanguages,
  listNames,
  translationsOfGuides,
} from './translated-rows.ts';

/** A consistent snapshot of a knowledge base. */
export interface Snapshot {
  knowledgeBase: ExportedKnowledgeBase;
  listCategories(): Promise<ExportedCategory[]>;
  listTags(): Promise<{ slug: string; name: string }[]>;
  /** Words that mean the same to search. */
  listSynonyms(): Promise<string[][]>;
  /** Whether search also uses the synonyms that ship with Guidepost. */
  usesEverydaySynonyms(): Promise<boolean>;
  /** Old addresses, and where each leads. */
  listAddresses(): Promise<ExportedAddress[]>;
  listFiles(): Promise<ExportedFile[]>;
  readFile(file: ExportedFile): Promise<Buffer>;
  /** Its languages except the main one. */
  languages: readonly string[];
  /** Names of categories and tags in further languages, by their slugs in the main one. */
  listNames(kind: 'category' | 'tag'): Promise<Map<string, ExportedName[]>>;
  /** By ID, including unpublished guides. */
  guides(): AsyncGenerator<ExportedGuide, void>;
}

export interface ExportedKnowledgeBase {
  id: number;
  name: string;
  organization_name: string;
  language: string;
  accent_color: string;
  logo: string | null;
  look: LookTexts;
  widget_rules: SuggestionRule[];
  guides: number;
}

export interface ExportedCategory {
  slug: string;
  name: string;
  multiple_guides_name: string;
  description: string;
  icon: string;
  parent: string | null;
  position: number;
  external: string | null;
}

export interface ExportedAddress {
  address: string;
  to: string;
}

export interface ExportedFile {
  knowledge_base_id: number;
  id: number;
  token: string;
  path: string;
  /** Null for an image that pages show. */
  name: string | null;
  /** Whether another language has the same file at this path. */
  isCopy: boolean;
}

export interface ExportedGuide extends PropertyRow {
  id: number;
  slug: string;
  title: string;
  content_html: string;
  published: boolean;
  /** Slugs that it had before. */
  former: string[];
  external: string | null;
  upvotes: number;
  downvotes: number;
  created_at: Date;
  updated_at: Date;
  categories: { slug: string; position: number }[];
  tags: string[];
  translations: ExportedTranslation[];
}

const READ_AT_ONCE = 100;
const BYTES_AT_ONCE = 500_000;

const findKnowledgeBase = sql`
  -- Across tenants: finds the tenant of a request.
  select k.id, k.name, k.organization_name, k.language, k.accent_color, k.look, k.widget_rules,
    (select f.path from files f where f.knowledge_base_id = k.id and f.id = k.logo_file_id) as logo,
    (select count(*) from guides g where g.knowledge_base_id = k.id) as guides
  from knowledge_bases k
  where k.id = (select h.knowledge_base_id from host_names h where h.host = $1)
`;
const categories = sql`
  select c.slug, c.name, c.multiple_guides_name, c.description, c.icon, p.slug as parent, c.position, c.external
  from categories c
  left join categories p on p.knowledge_base_id = c.knowledge_base_id and p.id = c.parent_category_id
  where c.knowledge_base_id = $1
  order by c.id
`;
const tags = sql`
  select t.slug, t.name
  from tags t
  where t.knowledge_base_id = $1
  order by t.id
`;
const files = sql`
  -- The images and files of guides in all languages, and the logo. Those of drafts and former versions stay behind.
  select f.knowledge_base_id, f.id, f.token, f.path, f.name, k.language, encode(f.content_hash, 'hex') as digest
  from knowledge_bases k
  join files f on f.knowledge_base_id = k.id
  where (k.id = $1 or k.edition_of = $1)
    and (
      k.logo_file_id = f.id
      or exists (select from guide_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id)
    )
  order by k.language_place nulls first, f.id
`;
const fileBytes = sql`
  select f.knowledge_base_id, f.token, f.media_type, f.bytes
  from files f
  where f.knowledge_base_id = $1 and f.id = $2
`;
const guidesAfter = sql`
  -- Guides after $2, at most $3 and at most $4 bytes, but at least one.
  select g.id, g.slug, g.title, g.content_html, g.published, g.external, g.created_at, g.updated_at,
    coalesce(v.upvotes, 0) as upvotes, coalesce(v.downvotes, 0) as downvotes, ${PROPERTY_COLUMNS},
    (
      select coalesce(json_agg(f.slug order by f.slug collate "C"), '[]')
      from former_slugs f
      where f.knowledge_base_id = g.knowledge_base_id and f.guide_id = g.id
        and not exists (select from guides o where o.knowledge_base_id = f.knowledge_base_id and o.slug = f.slug)
    ) as former,
    (
      select coalesce(json_agg(json_build_object('slug', c.slug, 'position', m.position) order by c.position, c.id), '[]')
      from guide_categories m
      join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id
      where m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id
    ) as categories,
    (
      select coalesce(json_agg(t.slug order by t.slug collate "C"), '[]')
      from guide_tags m
      join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id
      where m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id
    ) as tags
  from (
    select page.id, sum(page.content_bytes) over (order by page.id) - page.content_bytes as bytes_before
    from (
      select g.id, g.content_bytes from guides g where g.knowledge_base_id = $1 and g.id > $2 order by g.id limit $3
    ) page
  ) sized
  join guides g on g.knowledge_base_id = $1 and g.id = sized.id
  left join guide_vote_counts v on v.knowledge_base_id = $1 and v.guide_id = g.id
  ${PROPERTY_TABLES}
  where sized.bytes_before < $4
  order by g.id
`;

export interface SnapshotOptions {
  host: string;
  /** The store of images that are not in the database. */
  imageStore?: FileStore | undefined;
  /** Whether it names the owners of guides, by their e-mail addresses. */
  owners?: boolean | undefined;
}

/** Reads a knowledge base in a single database snapshot. @throws AppError `not-found`, `unavailable` */
export function readSnapshot<Result>(
  database: Database,
  { host, imageStore }: SnapshotOptions,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return database.tx('export', async (transaction) => {
    await transaction.none('set transaction isolation level repeatable read, read only');
    const found = await transaction.oneOrNone<ExportedKnowledgeBase>(findKnowledgeBase([host]));
    if (!found) throw noSuchKnowledgeBase(host);
    return work(await createSnapshot(transaction, found, imageStore));
  });
}

async function createSnapshot(
  transaction: Executor,
  knowledgeBase: ExportedKnowledgeBase,
  imageStore: FileStore | undefined,
): Promise<Snapshot> {
  const { id } = knowledgeBase;
  const languages = await listFurtherLanguages(transaction, id);
  return {
    knowledgeBase,
    languages,
    listNames: (kind) => listNames(transaction, id, kind),
    listCategories: () => transaction.any(categories([id])),
    listTags: () => transaction.any(tags([id])),
    listSynonyms: () => listSynonyms(transaction, id),
    usesEverydaySynonyms: () => usesEverydaySynonyms(transaction, id),
    async listAddresses() {
      const exported = new Set((await listFiles(transaction, id)).map(({ path }) => path));
      const listed = await listAllAddresses(transaction, id);
      return listed.flatMap((each) => {
        const { address, file } = each;
        if (file) return exported.has(file.path) ? [{ address, to: `file:${file.path}` }] : [];
        return [{ address, to: describeTarget(each) }];
      });
    },
    listFiles: () => listFiles(transaction, id),
    async readFile({ knowledge_base_id, id: file }) {
      return readImage(imageStore, await transaction.one(fileBytes([knowledge_base_id, file])));
    },
    guides: () => guidesOf(transaction, id, languages.length > 0),
  };
}

interface StoredFile extends Omit<ExportedFile, 'isCopy'> {
  language: string;
  digest: string;
}

/** Another file of another language at the same path gets the language in its name. */
async function listFiles(transaction: Executor, knowledgeBaseId: number): Promise<ExportedFile[]> {
  const rows = await transaction.any<StoredFile>(files([knowledgeBaseId]));
  const digests = new Map<string, string>();
  return rows.map(({ digest, language, path: stored, ...file }) => {
    const isTaken = digests.has(stored) && digests.get(stored) !== digest;
    const path = isTaken ? stored.replace(/(\.[a-z]+)$/, `-${language.toLowerCase()}$1`) : stored;
    const isCopy = digests.has(path);
    digests.set(path, digest);
    return { ...file, path, isCopy };
  });
}

async function* guidesOf(
  transaction: Executor,
  knowledgeBaseId: number,
  isTranslated: boolean,
): AsyncGenerator<ExportedGuide, void> {
  for (let last = 0; ; ) {
    const values = [knowledgeBaseId, last, READ_AT_ONCE, BYTES_AT_ONCE];
    const guides = await transaction.any<Omit<ExportedGuide, 'translations'>>(guidesAfter(values));
    const translations = isTranslated
      ? await translationsOfGuides(transaction, knowledgeBaseId, guides)
      : new Map();
    yield* guides.map((guide) => ({ ...guide, translations: translations.get(guide.id) ?? [] }));
    const end = guides.at(-1);
    if (!end) return;
    last = end.id;
  }
}
