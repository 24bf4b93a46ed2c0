import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import pgPromise from 'pg-promise';

/** A statement with its values, ready for any of pg-promise's query methods. */
export interface BoundStatement {
  /** Present on prepared statements; the server plans each name once a connection. */
  name?: string;
  text: string;
  values: unknown[];
}

/**
 * Reads a `.sql` file.
 *
 * @param url usually `new URL('./sql/find-guide.sql', import.meta.url)`
 * @throws when the file is missing: at start, since files are read while modules load
 */
export function sqlText(url: URL): string {
  return readFileSync(url, 'utf8');
}

/**
 * A prepared statement from a file, its values bound as `$1 …`. The name carries a hash of the text, so two
 * versions of a service behind one connection pooler never meet under the same name.
 */
export function preparedStatement(url: URL): (values: unknown[]) => BoundStatement {
  const text = sqlText(url);
  const name = statementName(url, text);
  return (values) => ({ name, text, values });
}

/** Fragments of SQL by name, put in where the file says `${name:raw}`; never made from what a client sent. */
export type Fragments = Record<string, string>;

/**
 * A family of statements from one file, for what cannot be bound as a value: columns and orders. Those that
 * are asked for most are prepared; the others are parsed each time, so that no client can fill a
 * connection's memory with plans.
 */
export function statementTemplate(
  url: URL,
): (fragments: Fragments, options: { prepared: boolean }) => (values: unknown[]) => BoundStatement {
  const template = sqlText(url);
  // Put together once: text and name take nearly as long as sending it.
  const prepared = new Map<string, Omit<BoundStatement, 'values'>>();

  function textOf(fragments: Fragments): string {
    return pgPromise.as.format(template, fragments);
  }

  function preparedOf(fragments: Fragments): Omit<BoundStatement, 'values'> {
    const key = JSON.stringify(fragments);
    const known = prepared.get(key);
    if (known) return known;
    const text = textOf(fragments);
    const statement = { name: statementName(url, text), text };
    prepared.set(key, statement);
    return statement;
  }

  return (fragments, options) => {
    const statement = options.prepared ? preparedOf(fragments) : { text: textOf(fragments) };
    return (values) => ({ ...statement, values });
  };
}

function statementName(url: URL, text: string): string {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 10);
  return `${basename(url.pathname, '.sql')}-${digest}`.slice(0, 63);
}
