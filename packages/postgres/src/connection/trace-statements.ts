import { beginSpan, type EndSpan } from '@guidepost/service-kit';
import type pgPromise from 'pg-promise';

/** Ends the names of prepared statements; see sql.ts. */
const DIGEST = /-[\w-]{10}$/;

const OF_TRANSACTIONS = /^(begin|commit|rollback|savepoint|release)\b/i;

/** Traces the statements of requests by name, never with their text or values. A connection runs one at a time. */
export function traceStatements(initialization: pgPromise.IInitOptions): void {
  const running = new WeakMap<object, EndSpan>();
  const { query: before, error: onError } = initialization;

  function end(client: object, error?: unknown): void {
    running.get(client)?.(error);
    running.delete(client);
  }

  initialization.query = (event) => {
    before?.(event);
    const name = nameOf(event.query);
    const begun = beginSpan(name, { 'db.system.name': 'postgresql', 'db.query.summary': name });
    if (begun) running.set(event.client, begun);
  };
  initialization.receive = ({ ctx }) => end(ctx.client);
  initialization.error = (error, context) => {
    onError?.(error, context);
    if (context.client) end(context.client, error);
  };
}

function nameOf(query: unknown): string {
  if (typeof query === 'string') return OF_TRANSACTIONS.exec(query)?.[0].toLowerCase() ?? 'statement';
  const { name } = query as { name?: string };
  return name === undefined ? 'statement' : name.replace(DIGEST, '');
}
