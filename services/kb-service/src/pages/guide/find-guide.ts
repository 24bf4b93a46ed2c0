import { type Moved, noSuchPage } from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import { findIdInAnyLanguage, findRenamedGuide } from '../../content/former-slugs.ts';
import { findGuideInContext, type GuideInContext } from '../../content/guide-in-context.ts';
import { listGuideTitles } from '../../content/guide-titles.ts';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { parseSlug } from '../../model/slug.ts';
import type { PageCall } from '../page.ts';

/** The number of neighbours on each side. */
const NEIGHBOURS = 5;

/** The published guide of a path. */
export function findGuide(
  { content }: Pick<Context, 'content'>,
  { site, path }: Pick<PageCall, 'site' | 'path'>,
  mostBytes: number,
): Promise<GuideInContext | null> {
  const slug = parseSlug(path.guide);
  if (!slug) return Promise.resolve(null);
  return findGuideInContext(content.of(site.knowledgeBase), {
    knowledgeBase: site.knowledgeBase,
    slug,
    neighbours: NEIGHBOURS,
    mostBytes,
  });
}

/** Where a renamed guide is. @throws AppError `not-found` */
export async function movedGuide(
  { content }: Pick<Context, 'content'>,
  { site, path }: Pick<PageCall, 'site' | 'path'>,
): Promise<Moved> {
  const slug = parseSlug(path.guide);
  const { knowledgeBase } = site;
  const reader = content.of(knowledgeBase);
  const present = slug && (await findPresentSlug(reader, { knowledgeBase, slug }));
  if (!present) throw noSuchPage();
  return { movedTo: `${site.base}/guides/${present}` };
}

/** The slug of a guide by one that it had, or that it has in another language. */
async function findPresentSlug(
  reader: ContentReader,
  { knowledgeBase, slug }: { knowledgeBase: KnowledgeBase; slug: string },
): Promise<string | undefined> {
  const renamed = await findRenamedGuide(reader, { knowledgeBaseId: knowledgeBase.id, slug });
  if (renamed !== undefined || knowledgeBase.languages.length === 1) return renamed;
  const id = await findIdInAnyLanguage(reader, { knowledgeBase, slug });
  const [found] = id === undefined ? [] : await listGuideTitles(reader, knowledgeBase, [id]);
  return found?.slug;
}
