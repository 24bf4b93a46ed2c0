import { type CheckedAddress, checkAddresses as checkWith } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import { findMergedInto } from '../posts/read-dialog.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { readPath } from './address.ts';
import { findPages } from './find-pages.ts';
import { lookUp } from './look-up.ts';

const listTitles = sql`
  select '/' || d.id as path, d.title
  from dialogs d
  where d.forum_id = $1 and not d.archived
  order by d.id
`;

/** Asks for each address what a request would ask, without HTTP. @throws AppError `not-found` */
export async function checkAddresses(
  executor: Executor,
  { slug, addresses }: { slug: string; addresses: readonly string[] },
): Promise<CheckedAddress[]> {
  const { id: forumId } = await requireForum(executor, slug);
  return checkWith(addresses, {
    readPath,
    findPages: (paths) => findPages(executor, { forumId, paths }),
    findRedirect: (path) => findRedirect(executor, { forumId, path }),
    titles: await executor.any<{ path: string; title: string }>(listTitles([forumId])),
  });
}

async function findRedirect(
  executor: Executor,
  { forumId, path }: { forumId: number; path: string },
): Promise<string | undefined> {
  const [, dialog, comment = ''] = /^\/([1-9][0-9]{0,14})(\/comments\/[1-9][0-9]{0,14})?$/.exec(path) ?? [];
  const into = dialog === undefined ? undefined : await findMergedInto(executor, forumId, Number(dialog));
  if (into !== undefined) return `/${into}${comment}`;
  const to = (await lookUp(executor, { forumId, path }))?.to;
  if (!to) return undefined;
  if ('path' in to) return to.path;
  return 'url' in to ? to.url : '/search';
}
