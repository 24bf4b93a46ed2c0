import { fileURLToPath } from 'node:url';
import type { Representation } from '@guidepost/http';
import { fill, type Phrasing } from '@guidepost/i18n';
import { Eta } from 'eta';
import type { Assets } from './assets/assets.ts';
import type { Page } from './page.ts';
import { pageHeaders } from './page-headers.ts';
import type { PublicSite } from './site.ts';
import { addSharedTemplates, templateName } from './templates.ts';

export type RepresentPage<Site extends PublicSite> = (site: Site, page: Page) => Representation;

export interface PageLooks {
  /**
   * The service's templates. Shared ones are available by names with an @ (see templates.ts); they include
   * `/layout/search-field`, `/layout/footer` and `/search/found` of the service.
   */
  templates: URL;
  assets: Assets;
}

/** Templates escape values unless marked as HTML (`<%~`), and can access the site. */
export function createPageRepresentation<Site extends PublicSite>({
  templates,
  assets,
}: PageLooks): RepresentPage<Site> {
  const eta = addSharedTemplates(new Eta({ views: fileURLToPath(templates), cache: true }));
  return (site, { status = 200, template, head, content, preview, ...page }) => {
    const body = eta.render(templateName(template), {
      ...site,
      ...content,
      head,
      site,
      words: site.phrasing.words,
      ours: languageOfOurs(site.phrasing),
      fill,
      assets: assets.addresses(site.accentColor, preview),
      preview,
      json: asScriptData,
    });
    return { status, headers: pageHeaders({ preview, ...page }), body };
  };
}

function languageOfOurs({ isForeign }: Phrasing): string {
  return isForeign ? ' lang="en" dir="ltr"' : '';
}

/** JSON for a script element: nothing in it can end the element or open a comment (HTML §4.12.1.3). */
export function asScriptData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
