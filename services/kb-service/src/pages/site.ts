import { createPhrasings, type GuideWords } from '@guidepost/i18n';
import type { PublicSite } from '@guidepost/pages';
import type { TenantDirectory } from '@guidepost/postgres';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

const phrasingOf = createPhrasings('guides');

/** A public knowledge base as people read it. */
export interface Site extends PublicSite<GuideWords> {
  knowledgeBase: KnowledgeBase;
}

/** Where a request says which site it means. */
export interface SiteReference {
  /** From the path `/site/:host`; it wins. */
  host?: string | undefined;
  /** The `Host` of the request. It chooses among public knowledge bases and has no part in any address. */
  hostHeader?: string | undefined;
}

/** The site that a request means; undefined where there is none, which is also what a private one looks like. */
export type FindSite = (reference: SiteReference) => Promise<Site | undefined>;

const PORT = /:[0-9]+$/;

/** Of a name that says it is complete (RFC 1034 §3.1). */
const FINAL_DOT = /\.(?=:[0-9]+$|$)/;

export function createFindSite(knowledgeBases: TenantDirectory<KnowledgeBase>): FindSite {
  async function findPublic(host: string): Promise<KnowledgeBase | undefined> {
    const found = await knowledgeBases.find(host);
    return found?.access === 'public' ? found : undefined;
  }

  async function byHostName(name: string): Promise<KnowledgeBase | undefined> {
    const found = await findPublic(name);
    return found ?? (PORT.test(name) ? findPublic(name.replace(PORT, '')) : undefined);
  }

  return async ({ host, hostHeader = '' }) => {
    const knowledgeBase = await (host === undefined
      ? byHostName(hostHeader.toLowerCase().replace(FINAL_DOT, ''))
      : findPublic(host.toLowerCase()));
    if (!knowledgeBase) return undefined;
    return siteOf(knowledgeBase, host === undefined ? '' : `/site/${knowledgeBase.host}`);
  };
}

/** @param base nothing by host name, else `/site/<host>` */
function siteOf(knowledgeBase: KnowledgeBase, base: string): Site {
  const { id, revision, name, organization_name: organization, language, logo } = knowledgeBase;
  const { accent_color: accentColor } = knowledgeBase;
  const phrasing = phrasingOf(language);
  return { id, revision, name, organization, language, accentColor, logo, base, phrasing, knowledgeBase };
}
