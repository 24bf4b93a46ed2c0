import { organizationRecord, type PublicSite } from '@guidepost/pages';

interface ArticleFacts {
  title: string;
  description: string | undefined;
  address: string;
  created: Date;
  updated: Date;
}

/** https://schema.org/Article */
export function articleRecord(
  site: PublicSite,
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
