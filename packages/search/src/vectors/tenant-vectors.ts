import { type Database, sql } from '@guidepost/postgres';
import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import { HASH_BYTES, type PassageVectors, type QueryVector, readPassageVectors } from './passage-vectors.ts';
import { SignTable, signsOf } from './sign-table.ts';

interface VectorRow {
  id: number;
  space: string;
  hashes: Buffer;
  vectors: Buffer;
  revision: number;
}

const listChangedVectors = sql`
  -- The next $5 documents' vectors after revision $2, document $3, up to revision $4.
  select v.document_id as id, v.space, v.hashes, v.vectors, v.revision
  from search_vectors v
  where v.tenant_id = $1 and (v.revision, v.document_id) > ($2, $3) and v.revision <= $4
  order by v.revision, v.document_id
  limit $5
`;

const READ_AT_ONCE = 200;

/** Memory of a document's vectors besides their numbers, estimated. */
const OBJECT_BYTES = 400;

/** The vectors of one tenant's documents, in memory. A changed document keeps them until it has new ones. */
export class TenantVectors {
  readonly #vectors = new Map<number, PassageVectors>();
  /** By space. */
  readonly #signs = new Map<string, SignTable>();
  readonly #last = { revision: 0, document: 0 };
  #bytes = 0;

  /** Memory, estimated. */
  get bytes(): number {
    let bytes = this.#bytes;
    for (const signs of this.#signs.values()) bytes += signs.bytes;
    return bytes;
  }

  get(id: number): PassageVectors | undefined {
    return this.#vectors.get(id);
  }

  /** Passages that can be compared with the query. */
  comparable({ space }: QueryVector): number {
    return this.#signs.get(space)?.passages ?? 0;
  }

  /** Documents by roughly how near they are; see {@link SignTable}. */
  async byDistance({ space, numbers }: QueryVector, slice: TimeSlice): Promise<number[][]> {
    return (await this.#signs.get(space)?.byDistance(signsOf(numbers), slice)) ?? [];
  }

  remove(id: number): void {
    const known = this.#vectors.get(id);
    if (!known) return;
    this.#vectors.delete(id);
    this.#signs.get(known.space)?.remove(id);
    this.#bytes -= bytesOf(known);
  }

  /**
   * Reads what has changed since.
   * @param revision up to which documents have been read; vectors of later ones would be skipped
   * @param isWanted whether a document is still there
   */
  async read(
    database: Database,
    { tenantId, revision }: { tenantId: number; revision: number },
    isWanted: (id: number) => boolean,
  ): Promise<void> {
    const slice = startTimeSlice();
    let rows: VectorRow[];
    do {
      const values = [tenantId, this.#last.revision, this.#last.document, revision, READ_AT_ONCE];
      rows = await database.any<VectorRow>(listChangedVectors(values));
      for (const row of rows) {
        if (isWanted(row.id)) this.#put(row);
        this.#last.revision = row.revision;
        this.#last.document = row.id;
        if (slice.isOver) await slice.next();
      }
    } while (rows.length === READ_AT_ONCE);
  }

  #put({ id, space, hashes, vectors }: VectorRow): void {
    this.remove(id);
    if (hashes.length === 0) return;
    const passages = hashes.length / HASH_BYTES;
    const read = readPassageVectors(space, vectors, passages);
    this.#vectors.set(id, read);
    this.#bytes += bytesOf(read);
    const signs = this.#signs.get(space) ?? new SignTable(read.dimension);
    this.#signs.set(space, signs);
    signs.put(id, read.numbers, passages);
  }
}

function bytesOf({ numbers, lengths }: PassageVectors): number {
  return numbers.length + lengths.byteLength + OBJECT_BYTES;
}
