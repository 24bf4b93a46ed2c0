import { type ContentReader, sql } from '@guidepost/postgres';
import { entriesOf } from './address.ts';
import type { Target } from './targets.ts';

/** Where a known address leads its readers. */
interface FoundAddress {
  id: number;
  /** Undefined if readers may not see the target: held or private. */
  to: Destination | undefined;
}

/** A path of the forum, with a fragment; another site; or the search for the words of the old address. */
export type Destination = { path: string } | { url: string } | { page: 'search' };

interface FoundRow extends Pick<Target, 'page' | 'url' | 'fragment'> {
  id: number;
  address: string;
  dialog: number | null;
  comment: number | null;
  tag: string | null;
}

const find = sql`
  -- The first of the addresses $2 that is known, with what readers see of its target. One read of the index if none is.
  select a.id, a.address, a.page, a.url, a.fragment,
    (
      select d.id from dialogs d where d.forum_id = a.forum_id and d.id = a.dialog_id and not d.held
    ) as dialog,
    (
      select c.id from comments c where c.forum_id = a.forum_id and c.id = a.comment_id and not c.held
    ) as comment,
    (
      select t.name from tags t where t.forum_id = a.forum_id and t.folded_name = a.tag and t.is_public
    ) as tag
  from addresses a
  where a.forum_id = $1 and a.address = any($2::text[])
  order by array_position($2::text[], a.address)
  limit 1
`;
const knowsScheme = sql`
  -- Whether a forum has addresses of one of the schemes $2.
  select exists (
    select from addresses a
    where a.forum_id = $1 and a.address not like '/%' and split_part(a.address, ':', 1) = any($2::text[])
  ) as known
`;

/** Where a path leads that nothing else answers; undefined for an unknown one. @param path as `readPath` writes it */
export async function lookUp(
  executor: ContentReader,
  { forumId, path }: { forumId: number; path: string },
): Promise<FoundAddress | undefined> {
  const [, dialog, comment] = OF_COMMENT.exec(path) ?? [];
  const entries = dialog === undefined ? entriesOf(path) : [...entriesOf(path), dialog];
  const row = await executor.oneOrNone<FoundRow>(find([forumId, entries]));
  if (!row) return undefined;
  const to = row.address === dialog ? commentBelow(row, comment) : destinationOf(row);
  return { id: row.id, to };
}

/** The address of a comment: those of a dialog that was merged into another one elsewhere lead on with the dialog. */
const OF_COMMENT = /^(\/[1-9][0-9]{0,15})(\/comments\/[1-9][0-9]{0,15})$/;

function commentBelow({ dialog, comment, fragment }: FoundRow, below = ''): Destination | undefined {
  return dialog === null || comment !== null || fragment !== null
    ? undefined
    : { path: `/${dialog}${below}` };
}

/** Whether a forum has come from one of these systems. */
export async function hasScheme(
  executor: ContentReader,
  { forumId, schemes }: { forumId: number; schemes: readonly string[] },
): Promise<boolean> {
  if (schemes.length === 0) return false;
  return (await executor.one<{ known: boolean }>(knowsScheme([forumId, schemes]))).known;
}

function destinationOf({ dialog, comment, tag, page, url, fragment }: FoundRow): Destination | undefined {
  const end = fragment === null ? '' : `#${encodeURI(fragment)}`;
  if (url !== null) return { url };
  if (page === 'search') return { page };
  if (page !== null) return { path: (page === 'home' ? '/' : `/${page}`) + end };
  if (tag !== null) return { path: `/tags/${encodeURIComponent(tag)}${end}` };
  if (dialog === null) return undefined;
  return { path: comment === null ? `/${dialog}${end}` : `/${dialog}/comments/${comment}` };
}
