import { assetHeaders, noSuchPage } from '@guidepost/pages';
import type { PageKind } from './page.ts';

/** `/look/<hash>/style.css`: the style sheet of the owners, which is never part of a page of the desk (S49). */
export const ownStyle: PageKind = {
  async read({ site, path }) {
    const { style } = site.knowledgeBase.look;
    if (!style) throw noSuchPage();
    const headers = assetHeaders('text/css; charset=utf-8', { isCurrent: path.hash === style.hash });
    return { status: 200, headers, body: style.text };
  },
};
