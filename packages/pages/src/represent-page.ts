import { fileURLToPath } from 'node:url';
import type { Representation } from '@guidepost/http';
import { fill, type Phrasing } from '@guidepost/i18n';
import { Eta } from 'eta';
import type { Assets } from './assets/assets.ts';
import type { Page } from './page.ts';
import { pageHeaders } from './page-headers.ts';
import type { PublicSite } from './site.ts';
import { addSharedTemplates, templateName } from './templates.ts';

/** Makes a page of a site into what is sent. */
export type RepresentPage<Site extends PublicSite> = (site: Site, page: Page) => Representation;

export interface PageLooks {
  /**
   * The folder of a service's templates. Those of all services are there by names that follow an @, see templates.ts;
   * they include `/layout/search-field`, `/layout/footer` and `/search/found` of the folder.
   */
  templates: URL;
  assets: Assets;
}

/** Templates escape what they are given unless they say that it is markup (`<%~`); they see what the site holds, too. */
export function createPageRepresentation<Site extends PublicSite>({
  templates,
  assets,
}: PageLooks): RepresentPage<Site> {
  const eta = addSharedTemplates(new Eta({ views: fileURLToPath(templates), cache: true }));
  return (site, { status = 200, template, head, content, ...page }) => {
    const body = eta.render(templateName(template), {
      ...site,
      ...content,
      head,
      site,
      words: site.phrasing.words,
      ours: languageOfOurs(site.phrasing),
      fill,
      assets: assets.addresses(site.accentColor),
      json: asScriptData,
    });
    return { status, headers: pageHeaders(page), body };
  };
}

/** The attributes of what stands in our own words, where these are in another language than the site's. */
function languageOfOurs({ isForeign }: Phrasing): string {
  return isForeign ? ' lang="en" dir="ltr"' : '';
}

/** JSON that can stand in a script element: no `</script>` ends it, no `<!--` opens anything (HTML §4.12.1.3). */
function asScriptData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
