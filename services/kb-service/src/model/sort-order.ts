import { collationOf } from '@guidepost/i18n/text-order';
import { type SqlPart, sql } from '@guidepost/postgres';

/**
 * SQL expressions by the names of sortable fields, or functions of a collation for texts that sort in the language of
 * the knowledge base. They are parts of statements, because an order cannot be bound. The ID makes each order
 * total. `GUIDE_FIELDS`, `CATEGORY_FIELDS` and `TAG_FIELDS` are beside their lists.
 */
export type SortableFields = Readonly<Record<string, SqlPart | ((collation: SqlPart) => SqlPart)>> & {
  readonly id: SqlPart;
};

export interface SortOrder {
  /** Names of fields, after a `-` for descending; unknown names are ignored. */
  sort: readonly string[];
  /** The language of the knowledge base. */
  language: string;
}

/** The SQL of an order; undefined without terms. */
export function orderBy(fields: SortableFields, { sort, language }: SortOrder): SqlPart | undefined {
  if (sort.length === 0) return undefined;
  const collation = sql.identifier(collationOf(language));
  const expressions = decisiveTerms([...sort, 'id']).flatMap((term) => {
    const name = nameOf(term);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return [];
    const expression = typeof field === 'function' ? field(collation) : field;
    return name === term ? expression : sql.part`${expression} desc`;
  });
  return sql.list(expressions);
}

/** Drops repeated fields and everything after the ID, which cannot change the order. */
export function decisiveTerms(terms: readonly string[]): string[] {
  const decisive = new Map<string, string>();
  for (const term of terms) {
    const name = nameOf(term);
    if (!decisive.has('id') && !decisive.has(name)) decisive.set(name, term);
  }
  return [...decisive.values()];
}

function nameOf(term: string): string {
  return term.startsWith('-') ? term.slice(1) : term;
}
