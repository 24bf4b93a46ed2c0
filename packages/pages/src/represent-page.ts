import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Representation } from '@guidepost/http';
import { fill, type Phrasing } from '@guidepost/i18n';
import { Eta } from 'eta';
import type { Assets } from './assets/assets.ts';
import type { Page, PublicSite } from './page.ts';
import { pageHeaders } from './page-headers.ts';

export type RepresentPage<Site extends PublicSite> = (site: Site, page: Page) => Representation;

export interface PageLooks<Site extends PublicSite> {
  /**
   * The service's templates. Shared ones are available by names with an @ (see `SHARED`); they include
   * `/layout/search-field`, `/layout/footer` and `/search/found` of the service.
   */
  templates: URL;
  assets: Assets;
  /** The address of a script that the pages of a site load beside the one of all sites. */
  scriptOf?(site: Site): string | undefined;
}

/** Templates escape values unless marked as HTML (`<%~`), and can access the site. */
export function createPageRepresentation<Site extends PublicSite>({
  templates,
  assets,
  scriptOf,
}: PageLooks<Site>): RepresentPage<Site> {
  const eta = addSharedTemplates(new Eta({ views: fileURLToPath(templates), cache: true }));
  return (site, { status = 200, template, head, content, preview, foreign, isPassing, ...page }) => {
    const ownStyle = ownStyleOf(site, preview);
    const sources = ownStyle && preview ? { ...foreign, 'style-src': 'data:' } : foreign;
    const body = eta.render(templateName(template), {
      ...site,
      ...content,
      head,
      site,
      words: site.phrasing.words,
      ours: languageOfOurs(site.phrasing),
      fill,
      assets: assets.addresses(site.accentColor, { font: site.look?.font, scheme: preview }),
      siteScript: scriptOf?.(site),
      icon: iconOf(site),
      ownStyle,
      preview,
      json: asScriptData,
    });
    const headers = pageHeaders({
      preview,
      foreign: sources,
      hasMarkdown: head.markdown !== undefined,
      ...page,
    });
    return { status, headers, body, ...(isPassing && { isPassing }) };
  };
}

/** The endings of images that browsers take for icons. */
const ICON_TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** Wider or higher ones are not legible in a tab. */
const MOST_OBLONG = 1.5;

/** The logo as the icon of the page; undefined without one that browsers can show in a square. */
function iconOf({ logo }: PublicSite): { address: string; type: string } | undefined {
  const type = ICON_TYPES[logo?.address.split('.').pop() ?? ''];
  if (!logo || type === undefined) return undefined;
  const { address, width, height } = logo;
  return Math.max(width / height, height / width) <= MOST_OBLONG ? { address, type } : undefined;
}

/** A preview carries its style sheet, which may not be saved yet. */
function ownStyleOf({ base, look }: PublicSite, preview: Page['preview']): string | undefined {
  if (!look?.style) return undefined;
  const { text, hash } = look.style;
  return preview
    ? `data:text/css;base64,${Buffer.from(text).toString('base64')}`
    : `${base}/look/${hash}/style.css`;
}

function languageOfOurs({ isForeign }: Phrasing): string {
  return isForeign ? ' lang="en" dir="ltr"' : '';
}

/** JSON for a script element: nothing in it can end the element or open a comment (HTML §4.12.1.3). */
export function asScriptData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** A day by the reader's clock (F29). */
export const DAY_TEMPLATE = new URL('./layout/day.eta', import.meta.url);

/** The place in a form that offers what was typed there before; `drafts.js` fills it. */
export const DRAFT_TEMPLATE = new URL('./writing/draft.eta', import.meta.url);

/** The tools above a text field whose text is Markdown. */
export const WRITING_BAR_TEMPLATE = new URL('./writing/bar.eta', import.meta.url);

/** A field for several files. */
export const FILE_INPUT_TEMPLATE = new URL('./writing/file-input.eta', import.meta.url);

/** Shared templates by name, which services include with an @. */
const SHARED = {
  '@layout': './layout/layout.eta',
  '@notice': './layout/notice.eta',
  '@site-links': './layout/site-links.eta',
  '@languages': './layout/languages.eta',
  '@day': DAY_TEMPLATE.href,
  '@draft': DRAFT_TEMPLATE.href,
  '@writing-bar': WRITING_BAR_TEMPLATE.href,
  '@file-input': FILE_INPUT_TEMPLATE.href,
  '@breadcrumbs': './breadcrumbs/breadcrumbs.eta',
  '@pager': './pager/pager.eta',
  '@suggestions': './suggestions/suggestions.eta',
  '@search-results': './search/results.eta',
  '@search-empty': './search/empty.eta',
  '@excerpt': './search/excerpt.eta',
  '@marked': './search/marked.eta',
  '@error': './errors/error.eta',
  '@service-layout': './service-pages/service-layout.eta',
  '@service-error': './service-pages/service-error.eta',
};

export function addSharedTemplates(eta: Eta): Eta {
  for (const [name, path] of Object.entries(SHARED)) {
    eta.loadTemplate(name, readFileSync(new URL(path, import.meta.url), 'utf8'));
  }
  return eta;
}

export function templateName(template: string): string {
  return template.startsWith('@') ? template : `./${template}`;
}
