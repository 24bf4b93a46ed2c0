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

/** The schema has refused what is no name here. What follows the id, or a name that was there before, decides nothing. */
function parseTerms(terms: readonly string[], expressions: ReadonlyMap<string, string>): Order | undefined {
  if (terms.length === 0) return undefined;
  const decisive = new Map<string, string | undefined>();
  for (const term of [...terms, 'id']) {
    const name = term.replace('-', '');
    if (!decisive.has('id') && !decisive.has(name)) decisive.set(name, expressions.get(term));
  }
  return { sql: [...decisive.values()].join(', ') };
}
