import { hostsOf, LARGE_BYTES } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { GuideInContext } from '../../content/guide-in-context.ts';
import type { OutlinedCategory } from '../../content/guides-by-category.ts';
import type { Context } from '../../context.ts';
import type { KnowledgeBaseKey } from '../../tenants/access-keys.ts';
import { findLanguage } from '../../tenants/find-language.ts';
import { findGuide, movedGuide } from '../guide/find-guide.ts';
import type { WriteGuide } from '../guide/guide-markdown.ts';
import { type Site, siteOf } from '../site.ts';

/** An admitted message of a program. */
export interface ProgramCall {
  /** In the main language. */
  site: Site;
  key: KnowledgeBaseKey | undefined;
}

export type ProgramContext = Context & { writeGuide: WriteGuide };

/** A guide as a program names it. */
interface NamedGuide {
  site: Site;
  /** A slug or an id. */
  guide: string;
  /** The place in it that a URL leads to. */
  section?: string;
}

type NamingContext = Pick<ProgramContext, 'knowledgeBases' | 'publicAddress' | 'siteAddress'>;

/** @throws AppError `invalid` for what is no language */
export async function inLanguage(
  { knowledgeBases }: Pick<NamingContext, 'knowledgeBases'>,
  { knowledgeBase, root }: Site,
  language: string | undefined,
): Promise<Site> {
  return siteOf((await findLanguage(knowledgeBases, knowledgeBase, language)).knowledgeBase, root);
}

/**
 * A guide by its slug, its id, or the URL of its page, whose language is that of the page.
 * @throws AppError `invalid` for the URL of another site
 */
export async function namedGuide(context: NamingContext, site: Site, name: string): Promise<NamedGuide> {
  if (!/^https?:\/\//i.test(name)) return { site, guide: name.trim() };
  const url = URL.parse(name);
  if (!url || !(await isOfSite(context, site, url))) {
    const home = context.siteAddress(site.knowledgeBase.host) ?? site.knowledgeBase.host;
    throw new AppError('invalid', `This is not the URL of a guide of ${home}.`);
  }
  const parts = url.pathname.split('/').filter(Boolean);
  const [guide = ''] = (parts.at(-1) ?? '').split('.md');
  // The language stands before the kind of page.
  const language = site.knowledgeBase.languages.find(
    ({ language: tag }) => tag.toLowerCase() === parts.at(-3),
  );
  const section = url.hash.slice(1);
  return {
    site: language ? await inLanguage(context, site, language.language) : site,
    guide,
    ...(section !== '' && { section: decoded(section) }),
  };
}

/** Whether its host is that of the site, or that of its public pages. */
async function isOfSite(
  { knowledgeBases, publicAddress }: NamingContext,
  { knowledgeBase }: Site,
  url: URL,
): Promise<boolean> {
  const { host, main_id } = knowledgeBase;
  const page = new URL(publicAddress({ host, kind: 'guides', slug: 'a', id: 1 }));
  if (page.host === url.host) return true;
  for (const name of hostsOf(url.host))
    if ((await knowledgeBases.find(name))?.main_id === main_id) return true;
  return false;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A visible category by its slug, its name or its URL. @throws AppError `not-found` with those that there are */
export function namedCategory(categories: readonly OutlinedCategory[], name: string): OutlinedCategory {
  const wanted = name.trim().toLowerCase();
  const slug = wanted.slice(wanted.lastIndexOf('/') + 1);
  const found =
    categories.find((category) => category.slug === slug) ??
    categories.find((category) => category.name.toLowerCase() === wanted);
  if (found) return found;
  const known = categories.map((category) => `${category.name} (${category.slug})`).join(', ');
  throw new AppError('not-found', `There is no category "${name}". There are: ${known || 'none'}.`);
}

/** A guide as readers see it, also by a former slug, or by one of another language. @throws AppError `not-found` */
export async function findPublished(
  context: ProgramContext,
  site: Site,
  guide: string,
): Promise<GuideInContext> {
  const read = (name: string) => findGuide(context, { site, path: { guide: name } }, LARGE_BYTES);
  const found = (await read(guide)) ?? (await read(await presentSlug(context, site, guide)));
  if (!found) throw noSuchGuide(guide);
  return found;
}

async function presentSlug(context: ProgramContext, site: Site, guide: string): Promise<string> {
  try {
    const { movedTo } = await movedGuide(context, { site, path: { guide } });
    return movedTo.slice(movedTo.lastIndexOf('/') + 1);
  } catch (error) {
    throw isMissing(error) ? noSuchGuide(guide) : error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'not-found';
}

function noSuchGuide(guide: string): AppError {
  return new AppError(
    'not-found',
    `There is no guide "${guide}". Find its slug with search_guides or list_guides.`,
  );
}
