import { type BoundStatement, type SqlPart, sql, sqlTemplate } from '@guidepost/postgres';
import { type Inclusion, MAX_INCLUDED, type Page, type ResourceRow } from '../model/listing.ts';
import { orderBy, type SortableFields, type SortOrder } from '../model/sort-order.ts';

/** A table of groups of guides: categories or tags. */
export interface GroupTable {
  name: SqlPart;
  /** The table in parts of statements, such as `c`. */
  alias: SqlPart;
  /** The columns that readers get, the ID first. */
  columns: readonly ['id', ...string[]];
  fields: SortableFields;
  /** The names of fields. */
  defaultSort: readonly string[];
  /** The order of a guide's groups in documents; without one they are sorted there. */
  inclusionOrder?: SqlPart;
}

export interface GroupListRequest extends SortOrder {
  knowledgeBaseId: number;
  page: Page;
}

/** The columns of a table or of rows that were selected from it. */
export function columnsOf({ columns }: GroupTable, alias: SqlPart): SqlPart {
  return sql.list(columns.map((name) => sql.part`${alias}.${sql.identifier(name)}`));
}

/** Reads {@link columnsOf} a group from a JSON array, which PostgreSQL builds faster than an object. */
export function readGroupRecord({ columns }: GroupTable, record: readonly unknown[]): ResourceRow {
  return Object.fromEntries(columns.map((name, index) => [name, record[index]])) as unknown as ResourceRow;
}

interface GroupList {
  /** The tables and conditions that select all groups of the list. */
  groups: SqlPart;
  /** Whether there is the resource that the list belongs to. */
  parentExists?: SqlPart;
}

/**
 * Binds a list's statement: a page of its groups with the total, or one row without a group. Its own values begin with
 * $4. Only the default order is prepared; the plans of all others would let clients fill the memory of a connection.
 */
export function groupListOf(table: GroupTable, { groups, parentExists = sql.part`true` }: GroupList) {
  const statement = sqlTemplate`
    select total.count as total, ${parentExists} as parent_exists, ${columnsOf(table, sql.part`page`)}
    from (select count(*) ${groups}) total
    left join (
      select listed.*, row_number() over () as place
      from (
        select ${columnsOf(table, table.alias)}
        ${groups}
        order by ${'order'}
        limit $2 offset $3
      ) listed
    ) page on true
    order by page.place
  `;
  return (request: GroupListRequest, ...ownValues: unknown[]): BoundStatement => {
    const { knowledgeBaseId, page, language } = request;
    const isDefault = request.sort.length === 0;
    const sort = isDefault ? table.defaultSort : request.sort;
    const order = orderBy(table.fields, { sort, language }) ?? table.fields.id;
    const values = [knowledgeBaseId, page.size, page.offset, ...ownValues];
    return statement({ order }, { prepared: isDefault })(values);
  };
}

/**
 * Reads the visible groups that `linkage` selects as `source` and `target` for the sources $2: each once, with its
 * sources. If there are more than $3, the only row has no ID.
 */
export function groupInclusionOf(table: GroupTable, linkage: SqlPart): Inclusion {
  const { name, alias, inclusionOrder: order } = table;
  const place = order ? sql.part`, row_number() over (order by ${order}) as place` : sql.part``;
  const places = order
    ? sql.part`, array_fill(r.place, array[cardinality(r.sources)]) as included_places`
    : sql.part``;
  const statement = sql`
    with linkage as materialized (${linkage}), records as (
      select ${columnsOf(table, alias)}, l.sources${place}
      from (select target, array_agg(source) as sources from linkage group by target) l
      join ${name} ${alias} on ${alias}.knowledge_base_id = $1 and ${alias}.id = l.target and ${alias}.visible
    ), size as (
      select count(*) from records
    )
    select ${columnsOf(table, sql.part`r`)}, r.sources as included_sources${places}
    from size
    left join records r on size.count <= $3
    where size.count > 0
  `;
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MAX_INCLUDED]);
}
