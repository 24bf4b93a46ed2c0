import { hostsOf } from '@guidepost/http';
import { createPhrasings, type GuideWords, type Phrasing } from '@guidepost/i18n';
import type { PublicSite } from '@guidepost/pages';
import type { TenantDirectory } from '@guidepost/postgres';
import { editionName, isEdition, type KnowledgeBase } from '../model/knowledge-base.ts';

export const phrasingOf: (language: string) => Phrasing<GuideWords> = createPhrasings('guides');

/** A public knowledge base for readers. */
export interface Site extends PublicSite<GuideWords> {
  knowledgeBase: KnowledgeBase;
  /** The prefix of paths in the main language, which other languages follow in `base`. */
  root: string;
  /**
   * Attributes for a text that stands in for a missing translation; none for one in the language of the page.
   * @param shownFrom the id of its language
   */
  languageOf(shownFrom: number | null | undefined): string;
}

export interface SiteReference {
  /** From the path `/site/:host`; takes precedence. */
  host?: string | undefined;
  /** The `Host` header, which selects public knowledge bases but is never part of a URL. */
  hostHeader?: string | undefined;
  /** A further language, in lower case. */
  language?: string | undefined;
}

/** The site of a request; undefined for unknown and private ones alike. */
export type FindSite = (reference: SiteReference) => Promise<Site | undefined>;

export function createFindSite(knowledgeBases: TenantDirectory<KnowledgeBase>): FindSite {
  const isPublic = ({ access }: KnowledgeBase) => access === 'public';
  return async ({ host, hostHeader = '', language }) => {
    const hosts = host === undefined ? hostsOf(hostHeader) : [host.toLowerCase()];
    const main = await findByHosts(knowledgeBases, hosts, isPublic);
    if (!main) return undefined;
    const root = host === undefined ? '' : `/site/${main.host}`;
    const edition = language && (await knowledgeBases.find(editionName(main.host, language)));
    return siteOf(edition || main, root);
  };
}

/** The first knowledge base at one of the hosts, in its main language. */
export async function findByHosts(
  knowledgeBases: TenantDirectory<KnowledgeBase>,
  hosts: readonly string[],
  isMeant: (found: KnowledgeBase) => boolean = () => true,
): Promise<KnowledgeBase | undefined> {
  for (const host of hosts) {
    const found = await knowledgeBases.find(host);
    if (found && !isEdition(found) && isMeant(found)) return found;
  }
  return undefined;
}

/** @param root the path prefix: empty for sites found by host name, else `/site/<host>` */
export function siteOf(knowledgeBase: KnowledgeBase, root: string): Site {
  const { id, revision, name, organization_name: organization, language, logo, look } = knowledgeBase;
  const { accent_color: accentColor, contact } = knowledgeBase;
  const phrasing = phrasingOf(language);
  const base = isEdition(knowledgeBase) ? `${root}/${language.toLowerCase()}` : root;
  // The form takes the place of an address of the owners.
  const shownLook = contact ? { ...look, contact: `${base}/contact` } : look;
  const shown = { name, organization, language, accentColor, logo, look: shownLook };
  const languageOf = (shownFrom: number | null | undefined) => {
    const other = languageOfText(knowledgeBase, shownFrom);
    return other ? ` lang="${other.language}" dir="${other.direction}"` : '';
  };
  return { id, revision, ...shown, base, root, phrasing, knowledgeBase, languageOf };
}

/** The language of a text that stands in for a missing translation; undefined for one in the language that is read. */
export function languageOfText(
  { id, languages }: Pick<KnowledgeBase, 'id' | 'languages'>,
  shownFrom: number | null | undefined,
): { language: string; direction: 'ltr' | 'rtl' } | undefined {
  const shown = shownFrom === id ? undefined : languages.find((one) => one.id === shownFrom);
  return shown && { language: shown.language, direction: phrasingOf(shown.language).direction };
}
