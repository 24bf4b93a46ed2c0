import { randomBytes } from 'node:crypto';
import type { SourceImage } from '@guidepost/files/images';
import { ENDINGS, type SourceFile } from '@guidepost/files/types';
import { type Executor, sql } from '@guidepost/postgres';
import { type FileIdentity, fileAddress } from '../model/file-address.ts';
import { slugFrom } from '../model/slug.ts';
import { deleteUnusedFiles } from './files.ts';

const MAX_LENGTH = 900;

const DIGEST_LENGTH = 12;

interface FilePathOptions {
  type: string;
  digest: string;
  isTaken: (path: string) => boolean;
}

interface FileRecord extends FileIdentity {
  id: number;
  digest: string;
  path: string;
}

export interface KeptFile {
  id: number;
  token: string;
  address: string;
}

export interface FileStore {
  /** Returns the file with these bytes, and with this name if it has one, which is created if necessary. */
  keep(source: SourceImage | SourceFile): Promise<KeptFile>;
  /** The paths of the files that were kept, by those in the source. */
  paths(): ReadonlyMap<string, string>;
  /** Deletes unused files, then gives new files their paths, some of which this may have freed. */
  finish(): Promise<{ created: number; deleted: number }>;
}

const TOKEN_BYTES = 16;

const listFiles = sql`
  select f.id, encode(f.content_hash, 'hex') as digest, f.token, f.media_type, f.name, f.path
  from files f
  where f.knowledge_base_id = $1
  order by f.id
`;
const insertFile = sql`
  insert into files (knowledge_base_id, content_hash, token, media_type, path, bytes, name, size)
  values ($1, decode($2, 'hex'), $3, $4, $5, $6, $7, $8)
  returning id
`;
const setGuideFiles = sql`
  -- Replaces the files of the guides $2 by those in $3, a JSON array of {file, guide}.
  with wanted as (
    select w.file, w.guide
    from json_to_recordset($3) as w (file bigint, guide bigint)
  ), removed as (
    delete from guide_files m
    where m.knowledge_base_id = $1
      and m.guide_id in (select unnest($2::bigint[]))
      and not exists (select from wanted w where w.file = m.file_id and w.guide = m.guide_id)
  )
  insert into guide_files (knowledge_base_id, file_id, guide_id)
  select $1, w.file, w.guide
  from wanted w
  on conflict do nothing
`;
const setFilePaths = sql`
  -- $2: JSON array of {id, path}.
  update files f
  set path = s.path
  from json_to_recordset($2) as s (id bigint, path text)
  where f.knowledge_base_id = $1 and f.id = s.id
`;

/** Keeps the metadata of all files in memory, but the bytes of one file at a time. */
export async function openFileStore(transaction: Executor, knowledgeBaseId: number): Promise<FileStore> {
  const records = await transaction.any<FileRecord>(listFiles([knowledgeBaseId]));
  const known = new Map(records.map((record) => [keyOf(record), record]));
  const kept = new Map<string, FileRecord>();
  const created: NewFile[] = [];

  async function store(source: SourceImage | SourceFile): Promise<FileRecord> {
    const { digest, type: media_type } = source;
    const [name, size] = 'name' in source ? [source.name, source.size] : [null, null];
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const path = `new-${randomBytes(TOKEN_BYTES).toString('hex')}.${ENDINGS[media_type]}`;
    const values = [knowledgeBaseId, digest, token, media_type, path, await source.read(), name, size];
    const { id } = await transaction.one<{ id: number }>(insertFile(values));
    const record = { id, digest, token, media_type, name, path };
    known.set(keyOf(record), record);
    created.push({ record, source });
    return record;
  }

  return {
    async keep(source) {
      const name = 'name' in source ? source.name : null;
      const record = known.get(keyOf({ digest: source.digest, name })) ?? (await store(source));
      kept.set(source.path, record);
      const { id, token } = record;
      return { id, token, address: fileAddress(record) };
    },
    paths: () => new Map(Array.from(kept, ([path, record]) => [path, record.path])),
    async finish() {
      const deleted = new Set(await deleteUnusedFiles(transaction, knowledgeBaseId));
      const taken = new Set(records.filter(({ id }) => !deleted.has(id)).map(({ path }) => path));
      const paths = namePaths(created, taken);
      await transaction.none(setFilePaths([knowledgeBaseId, JSON.stringify(paths)]));
      return { created: created.length, deleted: deleted.size };
    },
  };
}

/** Bytes under a name; images that pages show have none. */
function keyOf({ digest, name }: Pick<FileRecord, 'digest' | 'name'>): string {
  return `${digest} ${name ?? ''}`;
}

interface NewFile {
  record: FileRecord;
  source: SourceImage | SourceFile;
}

function namePaths(files: NewFile[], taken: Set<string>): { id: number; path: string }[] {
  return files.map(({ record, source }) => {
    const path = filePath(source.path, { ...source, isTaken: (other) => taken.has(other) });
    taken.add(path);
    record.path = path;
    return { id: record.id, path };
  });
}

export interface GuideFiles {
  knowledgeBaseId: number;
  /** IDs of guides by slug. */
  guides: ReadonlyMap<string, number>;
  /** IDs of the files of each guide, by slug; guides that are missing here keep their files. */
  files: ReadonlyMap<string, ReadonlySet<number>>;
}

export async function setFilesOfGuides(
  transaction: Executor,
  { knowledgeBaseId, guides, files }: GuideFiles,
): Promise<void> {
  const ids = Array.from(files.keys(), (slug) => guides.get(slug));
  const wanted = Array.from(files, ([slug, used]) =>
    Array.from(used, (file) => ({ file, guide: guides.get(slug) })),
  ).flat();
  await transaction.none(setGuideFiles([knowledgeBaseId, ids, JSON.stringify(wanted)]));
}

/**
 * The path of a file in exports: each step as a slug, which is valid on every file system, and the extension of
 * its type. A taken path gets a part of the digest.
 */
export function filePath(original: string, { type, digest, isTaken }: FilePathOptions): string {
  const steps = original.replace(/\.[^./]*$/, '').split('/');
  const named = steps.map((step) => slugFrom(step) || 'image').join('/');
  const stem = named.length <= MAX_LENGTH ? named : slugFrom(named);
  const ending = ENDINGS[type];
  const free = [stem, `${stem}-${digest.slice(0, DIGEST_LENGTH)}`]
    .map((path) => `${path}.${ending}`)
    .find((path) => !isTaken(path));
  return free ?? `${stem}-${digest}.${ending}`;
}
