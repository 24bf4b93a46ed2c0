/**
 * SQL expressions by the names of sortable fields. They are the only text inserted into SQL files, because an order
 * cannot be bound. The ID makes each order total. `GUIDE_FIELDS`, `CATEGORY_FIELDS` and `TAG_FIELDS` are beside their lists.
 */
export type SortableFields = Readonly<Record<string, string>> & { readonly id: string };

/**
 * The SQL of an order.
 * @param terms names of fields, after a `-` for descending; unknown names are ignored
 * @returns undefined without terms
 */
export function orderBy(fields: SortableFields, terms: readonly string[]): string | undefined {
  if (terms.length === 0) return undefined;
  const expressions = decisiveTerms([...terms, 'id']).flatMap((term) => {
    const name = nameOf(term);
    if (!Object.hasOwn(fields, name)) return [];
    return name === term ? `${fields[name]}` : `${fields[name]} desc`;
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
