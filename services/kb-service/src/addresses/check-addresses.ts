import { type CheckedAddress, checkAddresses as checkWith } from '@guidepost/addresses';
import type { Executor } from '@guidepost/postgres';
import { findRenamedGuide } from '../content/former-slugs.ts';
import { listGuideNames } from '../content/guide-titles.ts';
import { parseSlug } from '../model/slug.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { readPath } from './address.ts';
import { findPages } from './find-pages.ts';
import { type Destination, lookUp } from './look-up.ts';

/** Asks for each address what a request would ask, without HTTP. @throws AppError `not-found` */
export async function checkAddresses(
  executor: Executor,
  { host, addresses }: { host: string; addresses: readonly string[] },
): Promise<CheckedAddress[]> {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(executor, host);
  const guides = await listGuideNames(executor, knowledgeBaseId);
  return checkWith(addresses, {
    readPath,
    findPages: (paths) => findPages(executor, { knowledgeBaseId, paths }),
    findRedirect: (path) => findRedirect(executor, { knowledgeBaseId, path }),
    titles: guides.map(({ slug, title }) => ({ path: `/guides/${slug}`, title })),
  });
}

async function findRedirect(
  executor: Executor,
  { knowledgeBaseId, path }: { knowledgeBaseId: number; path: string },
): Promise<string | undefined> {
  const [, name = ''] = /^\/guides\/([^/]+)$/.exec(path) ?? [];
  const slug = parseSlug(name);
  const present = slug && (await findRenamedGuide(executor, { knowledgeBaseId, slug }));
  if (present) return `/guides/${present}`;
  const found = await lookUp(executor, { knowledgeBaseId, path });
  return found?.to && describeDestination(found.to);
}

function describeDestination(to: Destination): string {
  if ('path' in to) return to.path;
  if ('file' in to) return to.file;
  if ('url' in to) return to.url;
  return to.page === 'search' ? '/search' : to.page;
}
