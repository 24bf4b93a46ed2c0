import { type Database, sql } from '@guidepost/postgres';
import { AppError, createBackgroundWork, type Worker } from '@guidepost/service-kit';
import type { LoadDocuments } from '../queue/deliver-changes.ts';
import { createSpaceWatch, type Embedder } from './embeddings-client.ts';
import { type KnownVectors, packVectors, textsByHash, toBytes, unpackVectors } from './passage-vectors.ts';
import { cutPassages } from './passages.ts';

export interface VectorWorkerOptions extends VectorFeed {
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
  pause?: number | undefined;
}

const USUAL_PAUSE = 1_000;

/** Makes vectors of changed documents in the background. A request under way ends with the worker. */
export function createVectorWorker(options: VectorWorkerOptions): Worker {
  const { pause = USUAL_PAUSE, onFailure, onRecovery } = options;
  const ending = new AbortController();
  const worker = createBackgroundWork({
    work: createEmbedding(options, ending.signal),
    pause,
    onFailure: (error) => {
      if (!ending.signal.aborted) onFailure(error);
    },
    onRecovery,
  });
  return {
    ...worker,
    stop() {
      ending.abort();
      return worker.stop();
    },
  };
}

export interface VectorFeed {
  /** Needs two connections: one for the lock, the other to read and write. */
  database: Database;
  load: LoadDocuments;
  embedder: Embedder;
  onRefused: (refusal: { tenantId: number; documentId: number }) => void;
}

/** Arbitrary; one instance makes vectors at a time. */
const LOCK_KEY = 7_305_801_249;

const DOCUMENTS_AT_ONCE = 20;

/** Passages until what was made is written. */
const PASSAGES_AT_ONCE = 64;

/** Few enough that parsing the answer takes some milliseconds at most. */
const PASSAGES_OF_A_REQUEST = 16;

const tryToEmbed = sql`
  select pg_try_advisory_xact_lock($1) as locked
`;
const findUnembedded = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- A tenant with documents that may lack vectors of the space $1, the first after tenant $2 in turn.
  select t.tenant_id as "tenantId", t.revision,
    case when t.embedded_space = $1 then t.embedded_revision else 0 end as "afterRevision",
    case when t.embedded_space = $1 then t.embedded_document else 0 end as "afterDocument"
  from search_tenants t
  where t.embedded_space is distinct from $1 or t.embedded_revision < t.revision
  order by t.tenant_id <= $2, t.tenant_id
  limit 1
`;
const listUnembedded = sql`
  -- The next $4 documents of tenant $1 after revision $2, document $3, with the vectors of the space $5 that they have.
  select d.document_id as id, d.revision, d.words is null as "isRemoved", v.hashes, v.vectors
  from search_documents d
  left join search_vectors v
    on v.tenant_id = d.tenant_id and v.document_id = d.document_id and v.space = $5
  where d.tenant_id = $1 and (d.revision, d.document_id) > ($2, $3)
  order by d.revision, d.document_id
  limit $4
`;
const nextRevision = sql`
  -- Locks the tenant until the transaction ends.
  update search_tenants set revision = revision + 1 where tenant_id = $1 returning revision
`;
const putVectors = sql`
  -- Writes the vectors $5 with hashes $4 of the documents $2, as of their revisions $3. Documents that were removed
  -- meanwhile get none. Needs the tenant's row lock from before the statement, to see that.
  insert into search_vectors (tenant_id, document_id, space, hashes, vectors, document_revision, revision)
  select d.tenant_id, d.document_id, $6, v.hashes, v.vectors, v.revision, $7
  from unnest($2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[]) as v (id, revision, hashes, vectors)
  join search_documents d on d.tenant_id = $1 and d.document_id = v.id and d.words is not null
  order by d.document_id
  on conflict (tenant_id, document_id) do update
    set space = excluded.space, hashes = excluded.hashes, vectors = excluded.vectors,
      document_revision = excluded.document_revision, revision = excluded.revision
`;
const markEmbedded = sql`
  update search_tenants
  set embedded_space = $2, embedded_revision = $3, embedded_document = $4
  where tenant_id = $1
`;

interface Unembedded {
  tenantId: number;
  revision: number;
  afterRevision: number;
  afterDocument: number;
}

interface UnembeddedDocument {
  id: number;
  revision: number;
  isRemoved: boolean;
  hashes: Buffer | null;
  vectors: Buffer | null;
}

interface Prepared extends Pick<UnembeddedDocument, 'id' | 'revision'> {
  texts: ReadonlyMap<string, string>;
  known: KnownVectors;
}

/**
 * Makes the vectors that documents lack, some at a time.
 * @returns a function that resolves to whether there may be more to do
 */
export function createEmbedding(feed: VectorFeed, ending: AbortSignal): () => Promise<boolean> {
  const { database, load, onRefused } = feed;
  const server = createSpaceWatch(feed.embedder, ending);
  let lastTenant = 0;

  async function embedSome(): Promise<boolean> {
    const space = await server.space();
    const found = await database.oneOrNone<Unembedded>(findUnembedded([space, lastTenant]));
    if (!found) return false;
    lastTenant = found.tenantId;
    const rows = await database.any<UnembeddedDocument>(
      listUnembedded([found.tenantId, found.afterRevision, found.afterDocument, DOCUMENTS_AT_ONCE, space]),
    );
    if (rows.length === 0) await markAll(found, space);
    else await embedRows(found.tenantId, rows, space);
    return true;
  }

  /** Nothing has changed until this revision but vectors. */
  async function markAll({ tenantId, revision }: Unembedded, space: string): Promise<void> {
    await database.none(markEmbedded([tenantId, space, revision, Number.MAX_SAFE_INTEGER]));
  }

  async function embedRows(
    tenantId: number,
    rows: readonly UnembeddedDocument[],
    space: string,
  ): Promise<void> {
    const prepared = await prepare(tenantId, rows);
    const some = fittingTogether(prepared);
    await addMissing(tenantId, some);
    const last = some.length < prepared.length ? some.at(-1) : rows.at(-1);
    await database.tx('put-vectors', async (transaction) => {
      const { revision } = await transaction.one<{ revision: number }>(nextRevision([tenantId]));
      const present = some.map((document) => ({
        ...document,
        ...packVectors(document.texts, document.known),
      }));
      await transaction.none(
        putVectors([
          tenantId,
          present.map(({ id }) => id),
          present.map((document) => document.revision),
          present.map(({ hashes }) => hashes),
          present.map(({ vectors }) => vectors),
          space,
          revision,
        ]),
      );
      await transaction.none(markEmbedded([tenantId, space, last?.revision, last?.id]));
    });
  }

  /** Loads texts and finds the vectors that they have already. */
  async function prepare(tenantId: number, rows: readonly UnembeddedDocument[]): Promise<Prepared[]> {
    const texts = new Map<number, ReadonlyMap<string, string>>();
    let ids = rows.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id);
    while (ids.length > 0) {
      const { documents, later = [] } = await load(tenantId, ids);
      for (const { id, fields } of documents) texts.set(id, textsByHash(cutPassages(fields)));
      ids = [...later];
    }
    return rows.flatMap(({ id, revision, hashes, vectors }) => {
      const own = texts.get(id);
      return own ? { id, revision, texts: own, known: unpackVectors(hashes, vectors) } : [];
    });
  }

  async function addMissing(tenantId: number, documents: readonly Prepared[]): Promise<void> {
    const missing = documents.flatMap((document) =>
      missingIn(document).map(([hash, text]) => ({ document, hash, text })),
    );
    for (let start = 0; start < missing.length; start += PASSAGES_OF_A_REQUEST) {
      const some = missing.slice(start, start + PASSAGES_OF_A_REQUEST);
      const vectors = await embedOrRefuse(some.map(({ text }) => text));
      for (const [place, { document, hash }] of some.entries()) {
        const vector = vectors[place] ?? null;
        document.known.set(hash, vector);
        if (!vector) onRefused({ tenantId, documentId: document.id });
      }
    }
  }

  /** Texts that the server refuses have no vector; they are found by halving. */
  async function embedOrRefuse(texts: readonly string[]): Promise<(Buffer | undefined)[]> {
    try {
      const vectors = await server.embed(texts);
      return vectors.map((vector) => Buffer.from(toBytes(vector).buffer));
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'invalid')) throw error;
      if (texts.length === 1) return [undefined];
      const middle = Math.ceil(texts.length / 2);
      const first = await embedOrRefuse(texts.slice(0, middle));
      return [...first, ...(await embedOrRefuse(texts.slice(middle)))];
    }
  }

  return () =>
    database.tx('embed-documents', async (transaction) => {
      const { locked } = await transaction.one<{ locked: boolean }>(tryToEmbed([LOCK_KEY]));
      return locked ? embedSome() : false;
    });
}

function missingIn({ texts, known }: Prepared): [hash: string, text: string][] {
  return [...texts].filter(([hash]) => !known.has(hash));
}

/** The first documents, few enough that their vectors are soon written. */
function fittingTogether(documents: readonly Prepared[]): Prepared[] {
  let missing = 0;
  const more = documents.findIndex((document) => {
    missing += missingIn(document).length;
    return missing > PASSAGES_AT_ONCE;
  });
  return documents.slice(0, more === -1 ? documents.length : Math.max(more, 1));
}
