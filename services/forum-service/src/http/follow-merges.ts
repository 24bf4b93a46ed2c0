import type { Query, Representation } from '@guidepost/http';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../context.ts';
import { findMergedInto } from '../posts/read-dialog.ts';
import type { Call, DialogPlace, PostEndpoint } from './endpoint.ts';
import type { Format } from './formats/notations.ts';
import { CACHING, COMMON_HEADERS } from './headers.ts';

type Needs = Pick<Context, 'database'>;

/** @returns the redirection that a failed read of a merged dialog becomes; throws every other error again */
export function leadOnFrom({ database }: Needs, place: DialogPlace | undefined) {
  return async (
    error: unknown,
    call: Call,
    { format, query }: { format: Format; query: Query },
  ): Promise<Representation> => {
    const target = place && (await targetOf(database, error, call, place.parameter));
    if (target === undefined) throw error;
    const address = place?.addressOf(call, target).replace(/\.json$/, `.${format}`);
    return {
      status: 301,
      headers: { ...COMMON_HEADERS, ...CACHING, Location: `${address}${withoutKey(query)}` },
    };
  };
}

/** Posts to a merged dialog go to the one that it is part of. */
export function followMerges(
  { database }: Needs,
  { handle, ofDialog }: PostEndpoint,
): PostEndpoint['handle'] {
  return async (post) => {
    try {
      return await handle(post);
    } catch (error) {
      const target = ofDialog && (await targetOf(database, error, post, 'id'));
      if (target === undefined) throw error;
      return handle({ ...post, path: { ...post.path, id: String(target) } });
    }
  };
}

async function targetOf(
  database: Needs['database'],
  error: unknown,
  { forum, path }: Pick<Call, 'forum' | 'path'>,
  parameter: DialogPlace['parameter'],
): Promise<number | undefined> {
  const id = error instanceof AppError && error.kind === 'not-found' ? parseId(path[parameter]) : undefined;
  return id === undefined ? undefined : findMergedInto(database, forum.id, id);
}

/** An access key is in no address that the service writes. */
function withoutKey(query: Query): string {
  const rest = new URLSearchParams(
    [...query.entries()].filter(([name]) => name !== 'key') as [string, string][],
  );
  return rest.size === 0 ? '' : `?${rest}`;
}
