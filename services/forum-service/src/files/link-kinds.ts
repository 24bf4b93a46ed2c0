import { ENDINGS, kindOfType, type MediaKind } from '@guidepost/files/types';
import { type Executor, sql } from '@guidepost/postgres';
import { type KindOf, kindByEnding } from './embedding.ts';
import { formatFileName } from './file-names.ts';
import type { StoredFile } from './files.ts';

export interface TextPlace {
  forumId: number;
  files: string;
}

/** A possible address of a file, of this forum or another. */
const FILE_ADDRESS = /\/api\/file\/[a-z\d-]+\/([\w-]{22})\.[a-z\d]{3,4}/g;

const listTypes = sql`
  select f.token, f.media_type
  from files f
  where f.forum_id = $1 and f.token = any ($2::text[])
`;

/**
 * Decides how links in these texts are embedded: files of the forum by stored type, missing ones as plain links, others
 * by ending. Queries the database only if a text has a file address.
 */
export async function findLinkKinds(
  executor: Executor,
  { forumId, files }: TextPlace,
  texts: readonly string[],
): Promise<KindOf> {
  const tokens = tokensIn(texts);
  if (tokens.size === 0) return kindByEnding;
  const rows = await executor.any<Pick<StoredFile, 'token' | 'media_type'>>(
    listTypes([forumId, [...tokens]]),
  );
  const kinds = new Map(rows.map((file) => [nameOf(file), kindOfType(file.media_type)] as const));
  return (address) => kindOfOurs(address, new URL(files), kinds) ?? kindByEnding(address);
}

/** The tokens of what may be files in texts. */
export function tokensIn(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => Array.from(text.matchAll(FILE_ADDRESS), ([, token = '']) => token)));
}

function nameOf({ token, media_type }: Pick<StoredFile, 'token' | 'media_type'>): string {
  return formatFileName({ token, ending: ENDINGS[media_type] ?? '' });
}

function kindOfOurs(address: URL, files: URL, kinds: ReadonlyMap<string, MediaKind>): MediaKind | undefined {
  const isOurs = address.origin === files.origin && address.pathname.startsWith(files.pathname);
  if (!isOurs) return undefined;
  return kinds.get(address.pathname.slice(files.pathname.length)) ?? 'other';
}
