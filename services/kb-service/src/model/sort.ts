/**
 * What a list can be sorted by: the names that clients use, with SQL expressions. Only these reach a statement, as the
 * one fragment that is put into SQL files: an order cannot be bound as a value. Whatever is sorted by must end in the id
 * to be in one order only.
 */
export type SortableFields = Readonly<Record<string, string>> & { readonly id: string };

/**
 * The SQL of an order.
 *
 * @param terms names of fields, after a `-` for descending; other names mean nothing
 * @returns undefined when nothing is asked for
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

/** The terms that decide the order: nothing after the id, and no field that was named before. */
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
