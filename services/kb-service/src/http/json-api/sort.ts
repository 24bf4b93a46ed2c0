import type { Parameter } from '@guidepost/http';

/** An order that a client asked for, as SQL that ends in the id, so that it is total. */
export interface Order {
  sql: string;
}

/** What a type can be sorted by: names on the wire to SQL expressions; one of them is `id`. */
export type SortableFields = Readonly<Record<string, string>> & { readonly id: string };

/** How the lists of one type can be sorted. */
export interface Sorting {
  /** `sort`, whose schema names what there is. */
  parameter: Parameter;
  /** Undefined when nothing is asked for. */
  parse: (terms: readonly string[]) => Order | undefined;
}

/**
 * Says what a type can be sorted by, `-` for descending, ties by id.
 *
 * @param usual the order without `sort`, for the documentation: "by id"
 */
export function defineSorting(fields: SortableFields, usual: string): Sorting {
  const expressions = new Map(
    Object.entries(fields).flatMap(([name, expression]) => [
      [name, expression],
      [`-${name}`, `${expression} desc`],
    ]),
  );
  const parameter: Parameter = {
    name: 'sort',
    description: `In which order, \`-\` for descending, ties by id. Without it, ${usual}.`,
    schema: { type: 'array', items: { type: 'string', enum: [...expressions.keys()] } },
    example: Object.keys(fields)[0] ?? 'id',
  };
  return { parameter, parse: (terms) => parseTerms(terms, expressions) };
}

/** Those that decide the order: what follows the id, or names a field that was named before, decides nothing. */
export function decisiveTerms(terms: readonly string[]): string[] {
  const decisive = new Map<string, string>();
  for (const term of terms) {
    const name = term.replace('-', '');
    if (!decisive.has('id') && !decisive.has(name)) decisive.set(name, term);
  }
  return [...decisive.values()];
}

/** The schema has refused what is no name here. */
function parseTerms(terms: readonly string[], expressions: ReadonlyMap<string, string>): Order | undefined {
  if (terms.length === 0) return undefined;
  return {
    sql: decisiveTerms([...terms, 'id'])
      .map((term) => expressions.get(term))
      .join(', '),
  };
}
