import { assetAddresses } from './assets/assets.ts';
import type { Page } from './page.ts';
import type { Site } from './site.ts';
import { templates } from './templates.ts';
import type { Phrasing } from './words/phrasing.ts';
import { fill } from './words/words.ts';

/** The HTML of a page. */
export function renderPage(site: Site, { template, head, content }: Page): string {
  const { knowledgeBase, base, phrasing } = site;
  return templates.render(`./${template}`, {
    ...content,
    head,
    knowledgeBase,
    base,
    words: phrasing.words,
    phrasing,
    ours: languageOfOurs(phrasing),
    fill,
    assets: assetAddresses(knowledgeBase.accent_color),
    json: asScriptData,
  });
}

/** The attributes of what stands in our own words, where these are in another language than the site's. */
function languageOfOurs({ isForeign }: Phrasing): string {
  return isForeign ? ' lang="en" dir="ltr"' : '';
}

/** JSON that can stand in a script element: no `</script>` ends it, no `<!--` opens anything (HTML §4.12.1.3). */
function asScriptData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
