import type { PublicSite } from './site.ts';

// JSON-LD records of https://schema.org for search engines.

/** A breadcrumb, possibly without an address. */
export interface Step {
  name: string;
  address?: string | undefined;
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

/** https://schema.org/WebSite for the home page, with its search. */
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

/** https://schema.org/Organization, the site's owner. */
export function organizationRecord({ organization: name }: Pick<PublicSite, 'organization'>): object {
  return { '@type': 'Organization', name };
}
