import type { KnowledgeBase } from '../knowledge-bases/knowledge-base.ts';

// What search engines are told of pages in the words of https://schema.org, as JSON-LD.

/** A step of a page's breadcrumbs; without an address where nobody can know it. */
export interface Step {
  name: string;
  address?: string | undefined;
}

interface ArticleFacts {
  title: string;
  description: string | undefined;
  address: string;
  created: Date;
  updated: Date;
}

/** https://schema.org/Article */
export function articleRecord(
  knowledgeBase: KnowledgeBase,
  { title, description, address, created, updated }: ArticleFacts,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description,
    inLanguage: knowledgeBase.language,
    datePublished: created.toISOString(),
    dateModified: updated.toISOString(),
    mainEntityOfPage: address,
    author: organization(knowledgeBase),
    publisher: organization(knowledgeBase),
  };
}

/** https://schema.org/BreadcrumbList, from the home page to the page itself. */
export function breadcrumbsRecord(steps: readonly Step[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: address,
    })),
  };
}

/** https://schema.org/WebSite, of the home page, with how it is searched. */
export function siteRecord(knowledgeBase: KnowledgeBase, address: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: knowledgeBase.name,
    url: address,
    inLanguage: knowledgeBase.language,
    publisher: organization(knowledgeBase),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${address}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

function organization({ organization_name: name }: KnowledgeBase): object {
  return { '@type': 'Organization', name };
}
