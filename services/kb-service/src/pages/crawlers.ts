import { createSitemap, DATA_HEADERS } from '@guidepost/pages';
import type { Context } from '../context.ts';
import { hostIn, type KnowledgeBase } from '../model/knowledge-base.ts';
import { listPageAddresses, listTranslatedAddresses } from '../tenants/page-addresses.ts';
import type { PageKind } from './page.ts';
import type { Site } from './site.ts';

/** `/robots.txt` (RFC 9309): allows everything except searches, and names the sitemap. */
export function robots({ siteAddress }: Pick<Context, 'siteAddress'>): PageKind {
  return {
    async read({ site }) {
      const { host } = site.knowledgeBase;
      const others = furtherLanguages(site);
      const lines = ['User-agent: *', `Disallow: ${site.base}/search`];
      for (const { tag } of others) lines.push(`Disallow: ${site.base}/${tag.toLowerCase()}/search`);
      const homes = [host, ...others.map((other) => other.host)].flatMap((each) => siteAddress(each) ?? []);
      if (homes.length > 0) lines.push('', ...homes.map((home) => `Sitemap: ${home}/sitemap.xml`));
      return {
        status: 200,
        headers: { ...DATA_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
        body: `${lines.join('\n')}\n`,
      };
    },
  };
}

/** `/sitemap.xml`; missing if guides are read on another site. */
export function sitemap({
  content,
  publicAddress,
  siteAddress,
}: Pick<Context, 'content' | 'publicAddress' | 'siteAddress'>): PageKind {
  return createSitemap({
    homeOf: ({ knowledgeBase }) => siteAddress(knowledgeBase.host),
    homesOf: ({ knowledgeBase }) => {
      const { languages } = knowledgeBase;
      if (languages.length === 1) return [];
      return languages.flatMap((edition) => {
        const address = siteAddress(hostIn(knowledgeBase, edition));
        return address === undefined ? [] : [{ tag: edition.language, address }];
      });
    },
    async readSection({ knowledgeBase }, stretch) {
      const { id, host, languages } = knowledgeBase;
      if (languages.length > 1) return readTranslated({ content, publicAddress }, knowledgeBase, stretch);
      const { total, pages } = await listPageAddresses(content.of(knowledgeBase), {
        knowledgeBaseId: id,
        ...stretch,
      });
      const entries = pages.map(({ updated_at, ...page }) => ({
        address: publicAddress({ host, ...page }),
        changed: updated_at?.toISOString(),
      }));
      return { total, entries };
    },
  });
}

async function readTranslated(
  { content, publicAddress }: Pick<Context, 'content' | 'publicAddress'>,
  knowledgeBase: KnowledgeBase,
  stretch: { limit: number; offset: number },
) {
  const { host, languages } = knowledgeBase;
  const reader = content.of(knowledgeBase);
  const { total, pages } = await listTranslatedAddresses(reader, { knowledgeBase, ...stretch });
  const entries = pages.map(({ updated_at, places, kind, id, slug }) => {
    const slugs = new Map(places);
    return {
      address: publicAddress({ host, kind, id, slug }),
      changed: updated_at?.toISOString(),
      languages: languages.flatMap((edition) => {
        const there = slugs.get(edition.id);
        if (there === undefined) return [];
        const address = publicAddress({ host: hostIn(knowledgeBase, edition), kind, id, slug: there });
        return [{ tag: edition.language, address }];
      }),
    };
  });
  return { total, entries };
}

/** The languages that have sitemaps of their own, on the main one alone. */
function furtherLanguages({ knowledgeBase, base, root }: Site): { tag: string; host: string }[] {
  const [, ...others] = base === root ? knowledgeBase.languages : [];
  return others.map((edition) => ({ tag: edition.language, host: hostIn(knowledgeBase, edition) }));
}
