import type { BoundStatement } from '../sql/sql.ts';

/** Reads what a tenant's revision covers. Every {@link Executor} is one, too. */
export interface ContentReader {
  any<Row>(statement: BoundStatement): Promise<Row[]>;
  one<Row>(statement: BoundStatement): Promise<Row>;
  oneOrNone<Row>(statement: BoundStatement): Promise<Row | null>;
}
