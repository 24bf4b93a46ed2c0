import { collationOf } from '@guidepost/i18n/text-order';

/**
 * SQL expressions by the names of sortable fields, or functions of a collation for texts that sort in the language of the
 * knowledge base. They are the only text inserted into SQL files, because an order cannot be bound. The ID makes each order
 * total. `GUIDE_FIELDS`, `CATEGORY_FIELDS` and `TAG_FIELDS` are beside their lists.
 */
export type SortableFields = Readonly<Record<string, string | ((collation: string) => string)>> & {
  readonly id: string;
};

export interface SortOrder {
  /** Names of fields, after a `-` for descending; unknown names are ignored. */
  sort: readonly string[];
  /** The language of the knowledge base. */
  language: string;
}

/** The SQL of an order; undefined without terms. */
export function orderBy(fields: SortableFields, { sort, language }: SortOrder): string | undefined {
  if (sort.length === 0) return undefined;
  const collation = collationOf(language);
  const expressions = decisiveTerms([...sort, 'id']).flatMap((term) => {
    const name = nameOf(term);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return [];
    const expression = typeof field === 'string' ? field : field(collation);
    return name === term ? expression : `${expression} desc`;
  });
  return expressions.join(', ');
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
