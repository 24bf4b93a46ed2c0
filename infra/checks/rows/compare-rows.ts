import { readFileSync } from 'node:fs';
import ts from '@typescript/typescript6';
import type { Column, DescribedStatement } from './described-statements.ts';
import type { Calls, TypedCall } from './typed-calls.ts';

/** The mistakes of calls about their rows: `services/…/find-guide.ts:30 slug may be null`. */
export function compareRows({ checker, typed }: Calls, described: readonly DescribedStatement[]): string[] {
  const statements = described.map((statement) => ({ ...statement, text: plain(statement.text) }));
  const mistakes = typed.flatMap((call) => {
    const called = statementsOf(call, statements);
    if (called.length === 0 && call.made.length > 0) return [`${call.place} the statement is not registered`];
    return called.flatMap(({ text, variants }) => {
      const ways = variants.map((columns) => compareRow(checker, call.row, { text, columns }));
      const best = ways.toSorted((one, other) => one.length - other.length)[0] ?? [];
      return best.map((mistake) => `${call.place} ${mistake}`);
    });
  });
  return [...new Set(mistakes)];
}

/** The statements of a call, found by their texts: those of one template differ in their parts. */
function statementsOf({ made }: TypedCall, described: readonly DescribedStatement[]): DescribedStatement[] {
  return made.flatMap((node) => {
    const pieces = piecesOf(node);
    return described.filter(({ text }) => isMadeOf(text, pieces));
  });
}

function piecesOf(made: ts.Node): string[] {
  if (ts.isCallExpression(made))
    return readFileSync(fileOf(made), 'utf8')
      .split(/\$\{\w+\}/)
      .map(plain);
  const { template } = made as ts.TaggedTemplateExpression;
  const literals = ts.isTemplateExpression(template)
    ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
    : [template];
  return literals.map((literal) => plain(literal.getText().replaceAll(/^[`}]|(?:`|\$\{)$/g, '')));
}

/** The file of `sql.file(new URL('./sql/find-guide.sql', import.meta.url))`. */
function fileOf(call: ts.CallExpression): URL {
  const [url] = call.arguments;
  const [path] = url && ts.isNewExpression(url) ? (url.arguments ?? []) : [];
  if (!path || !ts.isStringLiteral(path)) throw new Error(`unknown file: ${call.getText()}`);
  return new URL(path.text, `file://${call.getSourceFile().fileName}`);
}

function isMadeOf(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return text === first;
  let end = first.length;
  for (const piece of others) {
    const start = text.indexOf(piece, end);
    if (start === -1) return false;
    end = start + piece.length;
  }
  return text.startsWith(first) && text.endsWith(last) && end + last.length <= text.length;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function compareRow(
  checker: ts.TypeChecker,
  row: ts.Type,
  { text, columns }: { text: string; columns: readonly Column[] },
): string[] {
  const members = row.isUnion() ? row.types : [row];
  const names = new Set(
    members.flatMap((member) => checker.getPropertiesOfType(member).map(({ name }) => name)),
  );
  return Array.from(names).flatMap((name) => {
    const properties = members.flatMap((member) => checker.getPropertyOfType(member, name) ?? []);
    const column = columns.findLast((other) => other.name === name);
    const isOptional = properties.some(({ flags }) => flags & ts.SymbolFlags.Optional);
    if (!column) return isOptional ? [] : [`${name} is not selected`];
    const types = properties.flatMap((property) => partsOf(checker.getTypeOfSymbol(property)));
    if (!types.some((type) => mayHold(checker, type, column)))
      return [`${name} is ${column.type}${column.isArray ? '[]' : ''}`];
    const mayBeNull = column.nullable !== undefined && !isCompared(text, column.nullable);
    return mayBeNull && !types.some(({ flags }) => flags & MAY_BE_NULL) ? [`${name} may be null`] : [];
  });
}

/**
 * Whether a statement sets a column, or compares it, which it then seldom returns as null; or says that it is not null.
 */
function isCompared(text: string, column: string): boolean {
  return new RegExp(String.raw`\b${column}\s+(?:[<=>]|is not null)`).test(text);
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

const MAY_BE_ANYTHING = ts.TypeFlags.Any | ts.TypeFlags.Unknown;
const MAY_BE_NULL = MAY_BE_ANYTHING | ts.TypeFlags.Null;

/** The types that the driver returns, with the parsers of packages/postgres; other types may be anything. */
const READ_AS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['int2', 'int4', 'int8', 'oid', 'float4', 'float8'].map((type) => [type, /^number$/]),
  ),
  ...Object.fromEntries(
    ['text', 'varchar', 'bpchar', 'name', 'uuid', 'inet', 'cidr', 'numeric'].map((type) => [
      type,
      /^string$/,
    ]),
  ),
  ...Object.fromEntries(['timestamptz', 'timestamp', 'date'].map((type) => [type, /^Date$/])),
  bool: /^boolean$/,
  bytea: /^(?:Buffer|Uint8Array)\b/,
};

function mayHold(checker: ts.TypeChecker, type: ts.Type, { isArray, ...column }: Column): boolean {
  const readAs = READ_AS[column.type];
  if (type.flags & MAY_BE_ANYTHING || !readAs) return true;
  if (!isArray) return readAs.test(nameOf(checker, type));
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  return (
    element !== undefined &&
    partsOf(element).some((part) => mayHold(checker, part, { ...column, isArray: false }))
  );
}

/** `string` also for literals and strings with a mark. */
function nameOf(checker: ts.TypeChecker, type: ts.Type): string {
  const primitives = [checker.getStringType(), checker.getNumberType(), checker.getBooleanType()];
  const wide = primitives.find((primitive) => checker.isTypeAssignableTo(type, primitive)) ?? type;
  return checker.typeToString(wide);
}
