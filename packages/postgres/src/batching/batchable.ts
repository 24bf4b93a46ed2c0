import type { BoundStatement } from '../sql/sql.ts';

/** A statement that answers several requests, which differ in some parameters only. */
export interface BatchForm {
  name: string;
  text: string;
  /** Which values differ, by index; they are bound as arrays. */
  each: readonly number[];
}

/** By the name of the statement for one request, to which the driver lets nothing be added. */
const forms = new Map<string, BatchForm>();

/** The type of each parameter that may differ, by number: `{ 2: 'bigint' }`. */
type EachType = Readonly<Record<number, string>>;

/** The request that a row of a batch answers, from 1. */
export type Placed<Row> = Row & { $place: number };

/**
 * Lets {@link createBatchedReads} answer simultaneous requests with one statement, made of the text of a prepared one.
 * Its text must contain no `$` but those of its parameters.
 */
export function batchable(
  bind: (values: unknown[]) => BoundStatement,
  each: EachType,
): (values: unknown[]) => BoundStatement {
  const { name = '', text } = bind([]);
  forms.set(name, {
    name: `b-${name}`.slice(0, 63),
    text: textFor(text, each),
    each: Object.keys(each).map((number) => Number(number) - 1),
  });
  return bind;
}

export function batchFormOf({ name = '' }: BoundStatement): BatchForm | undefined {
  return forms.get(name);
}

/** The statement for each row of the arrays, in their order; those without a result have no row. */
function textFor(text: string, each: EachType): string {
  const types = Object.entries(each);
  const own = text
    .trimEnd()
    .replace(/\$(\d+)/g, (parameter, number) => (number in each ? `asked."${parameter}"` : parameter));
  const arrays = types.map(([number, type]) => `$${number}::${type}[]`);
  const columns = types.map(([number]) => `"$${number}"`);
  return `select asked.place as "$place", content.*
from unnest(${arrays}) with ordinality asked (${columns}, place)
cross join lateral (
${own}
) content`;
}

/** One statement for all of these, whose other values are the same. */
export function bindTogether({ name, text, each }: BatchForm, statements: BoundStatement[]): BoundStatement {
  const [first] = statements;
  const values = (first?.values ?? []).map((value, index) =>
    each.includes(index) ? statements.map(({ values: own }) => own[index]) : value,
  );
  return { name, text, values };
}

/** Statements with the same key can be bound together. */
export function keyOf({ name, each }: BatchForm, { values }: BoundStatement): string {
  return JSON.stringify([name, ...values.filter((_, index) => !each.includes(index))]);
}
