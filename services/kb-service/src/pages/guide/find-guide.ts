import { type Moved, noSuchPage } from '@guidepost/pages';
import { findRenamedGuide } from '../../content/former-slugs.ts';
import { findGuideInContext, type GuideInContext } from '../../content/guide-in-context.ts';
import type { Context } from '../../context.ts';
import { parseSlug } from '../../model/slug.ts';
import type { PageCall } from '../page.ts';

/** The number of neighbours on each side. */
const NEIGHBOURS = 5;

/** The published guide of a path. */
export function findGuide(
  { content }: Pick<Context, 'content'>,
  { site, path }: PageCall,
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
  { site, path }: PageCall,
): Promise<Moved> {
  const slug = parseSlug(path.guide);
  const knowledgeBaseId = site.knowledgeBase.id;
  const present = slug && (await findRenamedGuide(content.of(site.knowledgeBase), { knowledgeBaseId, slug }));
  if (!present) throw noSuchPage();
  return { movedTo: `${site.base}/guides/${present}` };
}
