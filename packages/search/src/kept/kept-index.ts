import { promisify } from 'node:util';
import { constants, crc32, zstdCompress, zstdDecompress } from 'node:zlib';
import { type Database, type Executor, inSnapshot, sql } from '@guidepost/postgres';
import { createSemaphore, runInSlices, startTimeSlice } from '@guidepost/service-kit';
import { ANALYSIS } from '../analysis/analyzer.ts';
import { TenantIndex } from '../memory/tenant-index.ts';
import { FORMAT, keptParts, readPart } from './kept-parts.ts';

/** An index with all changes of documents up to a revision. */
export interface KeptIndex {
  readonly index: TenantIndex;
  readonly revision: number;
}

/** A kept index that cannot be used. */
export class UnusableIndex extends Error {
  /** Tells this index from others, also from the tenant's next one. */
  readonly index: string;

  constructor(tenantId: number, written: string, reason: string) {
    super(`The index of ${tenantId} that was kept at ${written} cannot be used: ${reason}.`);
    this.name = 'UnusableIndex';
    this.index = `${tenantId} ${written}`;
  }
}

/** Each reading holds a connection and much memory. */
const withTurn = createSemaphore({
  permits: 2,
  timeout: 600_000,
  message: 'Too many kept search indexes are being read.',
});

/** Parts that are asked for before one is read. */
const AHEAD = 2;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** A third is saved; higher levels take several times as long for little more. */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** The usual 16 kB would make hundreds of buffers of a part. */
const DECOMPRESSED_AT_ONCE = 2 ** 20;

interface Head {
  format: number;
  analysis: number;
  lineage: string;
  revision: number;
  documents: number;
  parts: number;
  written: string;
  isOwn: boolean;
  current: number;
  forgotten: number;
  digests: number[];
}

const findHead = sql`
  -- The kept index of a tenant, beside what the tenant is at now.
  select k.format, k.analysis, k.lineage::text as lineage, k.revision, k.documents, k.parts, k.written_at::text as written,
    t.lineage = k.lineage as "isOwn", t.revision as current, t.forgotten,
    array(select p.digest from search_kept_parts p where p.tenant_id = $1 order by p.part) as digests
  from search_kept_indexes k
  join search_tenants t on t.tenant_id = k.tenant_id
  where k.tenant_id = $1
`;
const findPart = sql`
  select p.content from search_kept_parts p where p.tenant_id = $1 and p.part = $2
`;
const beginKept = sql`
  -- Locks the tenant's kept index until the transaction ends. The new one has no parts yet.
  insert into search_kept_indexes (tenant_id, format, analysis, lineage, revision, documents, memory, parts)
  select $1, $2, $3, t.lineage, $4, $5, $6, 0
  from search_tenants t
  where t.tenant_id = $1 and t.revision >= $4 and t.forgotten <= $4
  on conflict (tenant_id) do update
    set format = excluded.format, analysis = excluded.analysis, lineage = excluded.lineage, revision = excluded.revision,
      documents = excluded.documents, memory = excluded.memory, written_at = now()
  returning lineage::text as lineage
`;
const putPart = sql`
  insert into search_kept_parts (tenant_id, part, digest, content)
  values ($1, $2, $3, $4)
  on conflict (tenant_id, part) do update set digest = excluded.digest, content = excluded.content
`;
const removePart = sql`
  delete from search_kept_parts where tenant_id = $1 and part = $2 returning part
`;
const endKept = sql`
  update search_kept_indexes set parts = $2 where tenant_id = $1
`;

/**
 * Writes a tenant's index, part by part, in place of the one that is kept; before the transaction ends, others read
 * that.
 * @returns the bytes; undefined if the index is not that of the tenant any more
 */
export async function writeKept(
  transaction: Executor,
  { tenantId, index, revision }: KeptIndex & { tenantId: number },
  { signal, partBytes }: { signal?: AbortSignal; partBytes?: number } = {},
): Promise<number | undefined> {
  const snapshot = index.snapshot();
  const { length } = snapshot.documents;
  const values = [tenantId, FORMAT, ANALYSIS, revision, length, index.bytes];
  const begun = await transaction.oneOrNone<{ lineage: string }>(beginKept(values));
  if (!begun) return undefined;
  const slice = startTimeSlice();
  let part = 0;
  let bytes = 0;
  for (const content of keptParts(index, snapshot, partBytes)) {
    signal?.throwIfAborted();
    if (content) {
      const stored = await compress(content, FASTEST);
      const digest = digestOf(stored, {
        ...begun,
        tenantId,
        revision,
        part,
        format: FORMAT,
        analysis: ANALYSIS,
      });
      await transaction.none(putPart([tenantId, part, digest, stored.toString('base64')]));
      part += 1;
      bytes += stored.length;
    }
    if (slice.isOver) await slice.next();
  }
  for (let old = part; await transaction.oneOrNone(removePart([tenantId, old])); old += 1)
    signal?.throwIfAborted();
  await transaction.none(endKept([tenantId, part]));
  return bytes;
}

/**
 * Reads the index that is kept of a tenant, as of one moment.
 * @returns undefined without one @throws UnusableIndex for one that is damaged or foreign
 */
export async function readKept(database: Database, tenantId: number): Promise<KeptIndex | undefined> {
  // Most tenants are small and have none: they need no transaction.
  if (!(await database.oneOrNone(findHead([tenantId])))) return undefined;
  return withTurn(() => inSnapshot(database, (snapshot) => readHeld(snapshot, tenantId)));
}

async function readHeld(snapshot: Executor, tenantId: number): Promise<KeptIndex | undefined> {
  const head = await snapshot.oneOrNone<Head>(findHead([tenantId]));
  if (!head) return undefined;
  const refuse = (reason: string) => new UnusableIndex(tenantId, head.written, reason);
  const reason = reasonAgainst(head);
  if (reason) throw refuse(reason);
  const index = new TenantIndex();
  const slice = startTimeSlice();
  const check = (part: number, bytes: Buffer) => {
    if (digestOf(bytes, { ...head, tenantId, part }) !== head.digests[part])
      throw refuse(`part ${part} is damaged`);
  };
  for await (const content of partsOf(snapshot, { tenantId, parts: head.parts, check }))
    await runInSlices(readPart(index, content), slice);
  if (index.size !== head.documents) throw refuse('documents are missing');
  return { index, revision: head.revision };
}

function reasonAgainst(head: Head): string | undefined {
  if (head.format !== FORMAT) return `its format is ${head.format}`;
  if (head.analysis !== ANALYSIS) return `its analysis is ${head.analysis}`;
  if (!head.isOwn) return 'it is that of another database';
  if (head.revision > head.current) return 'it is newer than the documents';
  if (head.revision < head.forgotten) return 'it is too old to learn of removed documents';
  return head.digests.length === head.parts ? undefined : 'parts are missing';
}

/** The next parts are read and decompressed, in other threads, while one is used. */
async function* partsOf(
  snapshot: Executor,
  {
    tenantId,
    parts,
    check,
  }: { tenantId: number; parts: number; check: (part: number, bytes: Buffer) => void },
): AsyncGenerator<Buffer, void> {
  const contents: Promise<Buffer>[] = [];
  let asked = 0;
  let last: Promise<unknown> = Promise.resolve();
  const askNext = () => {
    if (asked === parts) return;
    const part = asked;
    asked += 1;
    const row = last.then(() => snapshot.one<{ content: string }>(findPart([tenantId, part])));
    const content = row.then(({ content: text }) => {
      const bytes = Buffer.from(text, 'base64');
      check(part, bytes);
      return decompress(bytes, { chunkSize: DECOMPRESSED_AT_ONCE });
    });
    // Reported when it is awaited, unless an earlier part ends the reading.
    content.catch(() => {});
    last = row;
    contents.push(content);
  };
  for (let part = 0; part <= AHEAD; part += 1) askNext();
  try {
    for (let next = contents.shift(); next; next = contents.shift()) {
      yield await next;
      askNext();
    }
  } finally {
    // The transaction can only end after its statements.
    await last.catch(() => {});
  }
}

interface Belonging extends Pick<Head, 'format' | 'analysis' | 'lineage' | 'revision'> {
  tenantId: number;
  part: number;
}

/** A part elsewhere than where it was written has another digest. */
function digestOf(
  content: Uint8Array,
  { tenantId, lineage, revision, part, format, analysis }: Belonging,
): number {
  return crc32(content, crc32([format, analysis, lineage, tenantId, revision, part].join()));
}
