import { type Database, preparedStatement } from '@guidepost/postgres';
import { startTimeSlice } from '@guidepost/service-kit';
import { HASH_BYTES, type PassageVectors, readPassageVectors } from './passage-vectors.ts';

interface VectorRow {
  id: number;
  space: string;
  hashes: Buffer;
  vectors: Buffer;
  revision: number;
}

const listChangedVectors = preparedStatement(new URL('./sql/list-changed-vectors.sql', import.meta.url));

const READ_AT_ONCE = 200;

/** Memory of a document's vectors besides their numbers, estimated. */
const OBJECT_BYTES = 300;

/** The vectors of one tenant's documents, in memory. A changed document keeps them until it has new ones. */
export class TenantVectors {
  readonly #vectors = new Map<number, PassageVectors>();
  readonly #last = { revision: 0, document: 0 };
  #bytes = 0;
  #passages = 0;

  /** Memory, estimated. */
  get bytes(): number {
    return this.#bytes;
  }

  get passages(): number {
    return this.#passages;
  }

  get(id: number): PassageVectors | undefined {
    return this.#vectors.get(id);
  }

  remove(id: number): void {
    const known = this.#vectors.get(id);
    if (known) this.#count(known, -1);
    this.#vectors.delete(id);
  }

  /** Reads what has changed since. @param isWanted whether a document is still there */
  async read(database: Database, tenantId: number, isWanted: (id: number) => boolean): Promise<void> {
    const slice = startTimeSlice();
    let rows: VectorRow[];
    do {
      const values = [tenantId, this.#last.revision, this.#last.document, READ_AT_ONCE];
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
    const read = readPassageVectors(space, vectors, hashes.length / HASH_BYTES);
    this.#vectors.set(id, read);
    this.#count(read, 1);
  }

  #count({ numbers, signs, lengths }: PassageVectors, by: number): void {
    this.#passages += by * lengths.length;
    this.#bytes += by * (numbers.length + signs.byteLength + lengths.byteLength + OBJECT_BYTES);
  }
}
