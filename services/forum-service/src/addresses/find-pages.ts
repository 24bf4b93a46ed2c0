import { type ContentReader, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import { foldTagName } from '../model/tag.ts';
import { PAGES } from './targets.ts';

/** Paths that every forum answers, beside its pages. */
const OWN = new Set([
  ...Object.keys(PAGES).filter((path) => path.startsWith('/')),
  '/feed.atom',
  '/sitemap.xml',
  '/llms.txt',
  '/search/suggestions',
  '/guides/suggestions',
  '/preview',
  '/posted',
  '/erased',
  '/sign-in',
  '/robots.txt',
  '/openapi.json',
  '/docs',
  '/healthz',
  '/readyz',
]);

/** Paths that the service answers itself, whatever its host, and pages of a member. */
const OF_SERVICE = /^\/(?:api|desk|forum|me|states|sign-in|confirm|unfollow|staff-mail)(?:\/|$)/;

const find = sql`
  -- Those of the dialogs $2, the comments $4 of the dialogs $3, and the folded tags $5 whose pages readers see.
  select '/' || d.id as path
  from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[]) and not d.held
  union all
  select '/' || c.dialog_id || '/comments/' || c.id
  from comments c
  join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id and not d.held
  where c.forum_id = $1 and c.dialog_id = any($3::bigint[]) and c.id = any($4::bigint[]) and not c.held
  union all
  select '/tags/' || t.folded_name
  from tags t
  where t.forum_id = $1 and t.folded_name = any($5::text[]) and t.is_public
`;

/** A path that is the page of something, if readers see that. */
interface NamedPage {
  path: string;
  /** As the statement writes it. */
  shown: string;
  dialog?: number;
  /** The dialog of a comment. */
  of?: number;
  comment?: number;
  tag?: string;
}

function namedPage(path: string): NamedPage | undefined {
  const [, tag] = /^\/tags\/([^/]+)$/.exec(path) ?? [];
  if (tag !== undefined) return { path, shown: `/tags/${foldTagName(tag)}`, tag: foldTagName(tag) };
  const [, first, second] = /^\/([0-9]+)(?:\/comments\/([0-9]+))?$/.exec(path) ?? [];
  const [dialog, comment] = [parseId(first), parseId(second)];
  if (dialog === undefined) return undefined;
  if (second === undefined) return { path, shown: `/${dialog}`, dialog };
  return comment === undefined
    ? undefined
    : { path, shown: `/${dialog}/comments/${comment}`, of: dialog, comment };
}

/** Those of the paths at which readers see a page. */
export async function findPages(
  executor: ContentReader,
  { forumId, paths }: { forumId: number; paths: readonly string[] },
): Promise<Set<string>> {
  const found = new Set(paths.filter((path) => OWN.has(path) || OF_SERVICE.test(path)));
  const named = paths.flatMap((path) => namedPage(path) ?? []);
  if (named.length === 0) return found;
  const rows = await executor.any<{ path: string }>(
    find([
      forumId,
      named.flatMap(({ dialog }) => dialog ?? []),
      named.flatMap(({ of }) => of ?? []),
      named.flatMap(({ comment }) => comment ?? []),
      named.flatMap(({ tag }) => tag ?? []),
    ]),
  );
  const shown = new Set(rows.map(({ path }) => path));
  for (const each of named) if (shown.has(each.shown)) found.add(each.path);
  return found;
}
