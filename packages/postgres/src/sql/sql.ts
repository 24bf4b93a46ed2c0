import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A statement with its values, as an `Executor` takes it. */
export interface BoundStatement {
  /** The name of a prepared statement, which the server plans once per connection. */
  name?: string;
  text: string;
  values: unknown[];
}

/** A statement that waits for its values, bound as `$1 …`. */
export type Statement = (values: unknown[]) => BoundStatement;

/** A fixed part of statements: columns, an order. Only {@link sql} makes them, so they never come from a client. */
export class SqlPart {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A statement of the program, for the checks that read all of them. */
export interface RegisteredStatement {
  /** `select-dialogs-` and a hash of the text, so that two versions of a service behind one pooler do not clash. */
  name: string;
  /** The text, with `$columns` and the like where a template waits for a part. */
  text: string;
  /** Whether this process has bound values to it. */
  isUsed: boolean;
}

const registry = new Map<string, RegisteredStatement>();

/** Every statement and template of the modules that have been loaded. */
export function registeredStatements(): RegisteredStatement[] {
  return [...registry.values()];
}

function register(text: string): RegisteredStatement {
  const name = nameOf(text);
  const known = registry.get(name) ?? { name, text, isUsed: false };
  registry.set(name, known);
  return known;
}

function statementOf(text: string): Statement {
  const registered = register(text);
  const { name } = registered;
  return (values) => {
    registered.isUsed = true;
    return { name, text, values };
  };
}

/**
 * A prepared statement, written beside what binds it: `` sql`select title from guides where id = $1` ``.
 * `${}` takes nothing but parts made by `sql.part`, `sql.identifier` or `sql.list`.
 * @throws TypeError for any other interpolated value
 */
export function sql(strings: TemplateStringsArray, ...parts: SqlPart[]): Statement {
  return statementOf(withoutIndent(textOf(strings, parts)));
}

/** A fixed part of statements: `` sql.part`d.id, d.title` ``. */
sql.part = (strings: TemplateStringsArray, ...parts: SqlPart[]): SqlPart =>
  new SqlPart(textOf(strings, parts));

/** Several parts with commas between them. */
sql.list = (parts: readonly SqlPart[]): SqlPart => new SqlPart(parts.join(', '));

/**
 * The name of a column, function or collation that is chosen by the program. @throws RangeError for what would need
 * quotes
 */
sql.identifier = (name: string): SqlPart => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new RangeError(`${name} is not a plain identifier`);
  return new SqlPart(name);
};

/** Parts by name, as a template or a file waits for them. */
export type Parts<Name extends string = string> = Readonly<Record<Name, SqlPart>>;

const PART = /\$\{(\w+)\}/g;

/**
 * A prepared statement of more than a screenful, from a file.
 * @param url usually `new URL('./sql/find-guide.sql', import.meta.url)`
 * @param parts what `${name}` in the file stands for
 * @throws when the file is missing, or a part of it: at start, since modules read their files when they load
 */
sql.file = (url: URL, parts: Parts = {}): Statement =>
  statementOf(
    readFileSync(url, 'utf8')
      .trim()
      .replace(PART, (_, name: string) => partOf(parts[name])),
  );

/** The values of a statement by name, for one with too many to tell `$12` from `$13`. */
export interface NamedValues<Name extends string = string> {
  /** `$1`, `$2` …, for the text. */
  readonly parts: Parts<Name>;
  /** In the order of the text's `$1`, `$2` …. */
  bind(values: Readonly<Record<Name, unknown>>): unknown[];
}

/** Names the values of a statement, in the order in which they are bound. */
sql.values = <Name extends string>(names: readonly Name[]): NamedValues<Name> => ({
  parts: Object.fromEntries(names.map((name, index) => [name, new SqlPart(`$${index + 1}`)])) as Parts<Name>,
  bind: (values) => names.map((name) => values[name]),
});

/**
 * A statement that varies in what cannot be bound. Common variants are prepared; the rest are parsed each time, so that
 * clients cannot fill the memory of a connection with plans.
 */
export type Template<Name extends string = string> = (
  parts: Parts<Name>,
  options: { prepared: boolean },
) => Statement;

/** A part that several templates share, and that waits for parts as they do. */
export class TemplatePart<Name extends string = string> {
  declare readonly waitsFor: Name;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** The name of a part that a template waits for, or a fixed part. */
type Piece<Name extends string> = Name | TemplatePart<Name> | SqlPart;

/**
 * `` sqlTemplate`select ${'columns'} from guides order by ${'order'}` `` waits for `{ columns, order }`. Parts that
 * `sql` or {@link sqlTemplate.part} has made stand in it at once.
 */
export function sqlTemplate<Name extends string>(
  strings: TemplateStringsArray,
  ...pieces: Piece<Name>[]
): Template<Name> {
  return templateOf(withoutIndent(textOfPieces(strings, pieces)));
}

/** A part of templates: `` sqlTemplate.part`from dialogs d order by ${'order'}` ``. */
sqlTemplate.part = <Name extends string>(
  strings: TemplateStringsArray,
  ...pieces: Piece<Name>[]
): TemplatePart<Name> => new TemplatePart(textOfPieces(strings, pieces));

/** The same from a file, which names its parts as `${columns}`. */
sqlTemplate.file = <Name extends string>(url: URL): Template<Name> =>
  templateOf(readFileSync(url, 'utf8').trim());

function templateOf<Name extends string>(template: string): Template<Name> {
  const registered = register(template);
  // Cached: assembling text and name takes nearly as long as sending them.
  const prepared = new Map<string, { name: string; text: string }>();

  function fill(parts: Parts<Name>): string {
    return template.replace(PART, (_, name: Name) => partOf(parts[name]));
  }

  function preparedOf(parts: Parts<Name>): { name: string; text: string } {
    const key = Object.values<SqlPart>(parts).join('\n');
    const known = prepared.get(key);
    if (known) return known;
    const text = fill(parts);
    const statement = { name: nameOf(text), text };
    prepared.set(key, statement);
    return statement;
  }

  return (parts, options) => {
    registered.isUsed = true;
    const statement = options.prepared ? preparedOf(parts) : { text: fill(parts) };
    return (values) => ({ ...statement, values });
  };
}

function textOfPieces(
  strings: TemplateStringsArray,
  pieces: readonly (string | TemplatePart | SqlPart)[],
): string {
  return String.raw({ raw: strings.raw }, ...pieces.map(textOfPiece));
}

function textOfPiece(piece: string | TemplatePart | SqlPart): string {
  if (typeof piece === 'string' && /^\w+$/.test(piece)) return `\${${piece}}`;
  return piece instanceof TemplatePart ? piece.toString() : partOf(piece);
}

function textOf(strings: TemplateStringsArray, parts: readonly SqlPart[]): string {
  return String.raw({ raw: strings.raw }, ...parts.map(partOf));
}

function partOf(part: unknown): string {
  if (part instanceof SqlPart) return part.toString();
  throw new TypeError('A statement may contain only parts that sql has made; bind values as $1.');
}

/** Without the indentation of the program, so that moving a statement does not rename it. */
function withoutIndent(text: string): string {
  const lines = text.trim().split('\n');
  const indents = lines.slice(1).flatMap((line) => (line.trim() ? [line.search(/\S/)] : []));
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line, index) => (index === 0 ? line : line.slice(indent))).join('\n');
}

const SUBJECT = /\b(?:from|into|update|lock table)\s+(?:only\s+)?"?([a-z_]\w*)/i;

function nameOf(text: string): string {
  const plain = text.replaceAll(/--.*/g, '').trim();
  const words = [/^\w+/.exec(plain)?.[0], SUBJECT.exec(plain)?.[1]].filter((word) => word !== undefined);
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 10);
  return [...words, digest].join('-').slice(0, 63);
}
