import { hostsOf } from '@guidepost/http';
import { createPhrasings, type GuideWords } from '@guidepost/i18n';
import type { PublicSite } from '@guidepost/pages';
import type { TenantDirectory } from '@guidepost/postgres';
import { isEdition, type KnowledgeBase } from '../model/knowledge-base.ts';

const phrasingOf = createPhrasings('guides');

/** A public knowledge base for readers. */
export interface Site extends PublicSite<GuideWords> {
  knowledgeBase: KnowledgeBase;
}

export interface SiteReference {
  /** From the path `/site/:host`; takes precedence. */
  host?: string | undefined;
  /** The `Host` header, which selects public knowledge bases but is never part of a URL. */
  hostHeader?: string | undefined;
}

/** The site of a request; undefined for unknown and private ones alike. */
export type FindSite = (reference: SiteReference) => Promise<Site | undefined>;

export function createFindSite(knowledgeBases: TenantDirectory<KnowledgeBase>): FindSite {
  async function findPublic(host: string): Promise<KnowledgeBase | undefined> {
    const found = await knowledgeBases.find(host);
    return found?.access === 'public' && !isEdition(found) ? found : undefined;
  }

  async function byHostName(header: string): Promise<KnowledgeBase | undefined> {
    for (const host of hostsOf(header)) {
      const found = await findPublic(host);
      if (found) return found;
    }
    return undefined;
  }

  return async ({ host, hostHeader = '' }) => {
    const knowledgeBase = await (host === undefined
      ? byHostName(hostHeader)
      : findPublic(host.toLowerCase()));
    if (!knowledgeBase) return undefined;
    return siteOf(knowledgeBase, host === undefined ? '' : `/site/${knowledgeBase.host}`);
  };
}

/** @param base the path prefix: empty for sites found by host name, else `/site/<host>` */
export function siteOf(knowledgeBase: KnowledgeBase, base: string): Site {
  const { id, revision, name, organization_name: organization, language, logo, look } = knowledgeBase;
  const { accent_color: accentColor } = knowledgeBase;
  const phrasing = phrasingOf(language);
  const shown = { name, organization, language, accentColor, logo, look };
  return { id, revision, ...shown, base, phrasing, knowledgeBase };
}
