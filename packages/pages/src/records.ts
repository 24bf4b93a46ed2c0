import type { PublicSite } from './page.ts';

// JSON-LD records of https://schema.org for search engines.

export interface Step {
  name: string;
  address?: string | undefined;
}

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

export function siteRecord(site: PublicSite, address: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.name,
    url: address,
    inLanguage: site.language,
    publisher: organizationRecord(site),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${address}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

export function organizationRecord({ organization: name }: Pick<PublicSite, 'organization'>): object {
  return { '@type': 'Organization', name };
}
