import { breadcrumbsRecord, descriptionOf, organizationRecord, type Step } from '@guidepost/pages';
import { readGuideText } from '../content/guide-text.ts';
import type { TrailCategory } from '../content/topics.ts';
import type { Context } from '../context.ts';
import type { Site } from './site.ts';

interface ArticleFacts {
  title: string;
  description: string | undefined;
  address: string;
  created: Date;
  updated: Date;
}

/** https://schema.org/Article */
export function articleRecord(
  site: Site,
  { title, description, address, created, updated }: ArticleFacts,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description,
    inLanguage: site.language,
    datePublished: created.toISOString(),
    dateModified: updated.toISOString(),
    mainEntityOfPage: address,
    author: organizationRecord(site),
    publisher: organizationRecord(site),
  };
}

interface Place {
  /** From the top category to that of the page. */
  trail: readonly TrailCategory[];
  page: Step;
}

/** Breadcrumbs for search engines. */
export function describeBreadcrumbs(
  { publicAddress, siteAddress }: Pick<Context, 'publicAddress' | 'siteAddress'>,
  { knowledgeBase: { host }, phrasing }: Site,
  { trail, page }: Place,
): object {
  const home = { name: phrasing.words.home, address: siteAddress(host) };
  const categories = trail.map(({ id, slug, name }) => ({
    name,
    address: publicAddress({ host, kind: 'categories', slug, id }),
  }));
  return breadcrumbsRecord([home, ...categories, page]);
}

/** Characters of HTML that usually contain enough text. */
export const ENOUGH_MARKUP = 4_000;

/** The beginning of the text, without images. */
export function describeText(contentHtml: string): string | undefined {
  return descriptionOf(readGuideText(contentHtml.slice(0, ENOUGH_MARKUP), { images: false }).text);
}
