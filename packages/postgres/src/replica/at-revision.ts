import pgPromise from 'pg-promise';
import type { BoundStatement } from '../sql/sql.ts';

/** The tenant of a request, as this instance knows it. */
export interface KnownTenant {
  readonly id: number;
  readonly revision: number;
}

/** The answer of a replica: rows, or the reason why it may not answer. */
export type ReplicaAnswer<Row> = { rows: Row[] } | { refused: 'behind' | 'promoted' };

interface ReplicaRow {
  /** Null if the tenant is unknown there. */
  $revision: number | null;
  $standby: boolean;
  /** Null in the only row of an empty result. */
  $row: true | null;
}

type Wrapped = Pick<BoundStatement, 'text' | 'name'>;

/** Prepared statements only, so there are few. */
const wrappedNames = new Map<string, Wrapped>();

/**
 * The statement with the tenant's revision from the same snapshot. It reads nothing unless the revision is at least the
 * known one, and the server a standby: a promoted one has a history of its own.
 * @param table the tenants' table, with the columns `id` and `revision`
 */
export function atRevision(
  { name, text, values }: BoundStatement,
  table: string,
  { id, revision }: KnownTenant,
): BoundStatement {
  const bound = [...values, id, revision];
  if (name === undefined) return { text: wrap(text, table, bound.length), values: bound };
  const known = wrappedNames.get(name) ?? {
    name: `r-${name}`.slice(0, 63),
    text: wrap(text, table, bound.length),
  };
  wrappedNames.set(name, known);
  return { ...known, values: bound };
}

// `offset 0` keeps the condition where it is checked before anything is read.
function wrap(text: string, table: string, count: number): string {
  return `with "$replica" as materialized (
  select
    (select revision from ${pgPromise.as.name(table)} where id = $${count - 1}::bigint) as revision,
    pg_is_in_recovery() as standby
)
select "$replica".revision as "$revision", "$replica".standby as "$standby", content.*
from "$replica"
left join lateral (
  select true as "$row", content.*
  from (
${text.trimEnd().replace(/;$/, '')}
  ) content
  where (select standby and revision >= $${count}::bigint from "$replica")
  offset 0
) content on true`;
}

/** Reads the rows of {@link atRevision}, of which there is at least one. */
export function readReplicaAnswer<Row>(
  rows: (Row & ReplicaRow)[],
  { revision }: KnownTenant,
): ReplicaAnswer<Row> {
  const [first] = rows;
  if (!first?.$standby) return { refused: 'promoted' };
  if (first.$revision === null || first.$revision < revision) return { refused: 'behind' };
  return { rows: first.$row ? rows.map(contentOf<Row>) : [] };
}

function contentOf<Row>({ $revision, $standby, $row, ...content }: Row & ReplicaRow): Row {
  return content as Row;
}
