import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import pgPromise from 'pg-promise';

export interface BoundStatement {
  /** The name of a prepared statement, which the server plans once per connection. */
  name?: string;
  text: string;
  values: unknown[];
}

function sqlText(url: URL): string {
  return readFileSync(url, 'utf8');
}

/**
 * A prepared statement from a file, with values bound as `$1 …`. Its name includes a hash of the text, so that two
 * versions of a service behind one pooler do not clash.
 * @param url usually `new URL('./sql/find-guide.sql', import.meta.url)`
 * @throws when the file is missing: at start, since modules read their files when they load
 */
export function preparedStatement(url: URL): (values: unknown[]) => BoundStatement {
  const text = sqlText(url);
  const name = statementName(url, text);
  return (values) => ({ name, text, values });
}

/** SQL fragments for `${name:raw}`; never built from client input. */
export type Fragments = Record<string, string>;

/**
 * Statements from one file that vary in what cannot be bound: columns and orders. Common ones are prepared; the rest
 * are parsed each time, so that clients cannot fill a connection's memory with plans.
 */
export function statementTemplate(
  url: URL,
): (fragments: Fragments, options: { prepared: boolean }) => (values: unknown[]) => BoundStatement {
  const template = sqlText(url);
  // Cached: assembling text and name takes nearly as long as sending them.
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
