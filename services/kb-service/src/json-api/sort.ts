import { AppError } from '@guidepost/service-kit';

/** An order that a client asked for, as SQL that ends in the id, so that it is total. */
export interface Order {
  sql: string;
}

/** What a type can be sorted by: names on the wire to SQL expressions; one of them is `id`. */
export type SortableFields = Readonly<Record<string, string>> & { readonly id: string };

/**
 * Makes the parser of `sort` for one type: names separated by commas, `-` for descending, ties by id.
 * The parser gives undefined when nothing is asked for, and throws AppError `invalid` for an unknown name.
 */
export function defineOrder(fields: SortableFields): (value: string | undefined) => Order | undefined {
  return (value) => {
    if (!value) return undefined;
    const terms: string[] = [];
    const seen = new Set<string>();
    for (const part of value.split(',')) {
      const name = part.startsWith('-') ? part.slice(1) : part;
      const expression = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (expression === undefined) throw unknownField(part, fields);
      if (seen.has('id') || seen.has(name)) continue;
      seen.add(name);
      terms.push(part.startsWith('-') ? `${expression} desc` : expression);
    }
    if (!seen.has('id')) terms.push(fields.id);
    return { sql: terms.join(', ') };
  };
}

function unknownField(name: string, fields: SortableFields): AppError {
  const known = Object.keys(fields).join(', ');
  return new AppError('invalid', `"${name}" is nothing to sort by; there are ${known}, each also with "-".`, {
    source: { parameter: 'sort' },
  });
}
