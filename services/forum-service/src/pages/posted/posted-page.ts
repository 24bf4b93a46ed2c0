import type { PageKind } from '../page.ts';

/**
 * `/posted`: where those are led whose post is shown when an editor has seen it. The forum's own thanks are left out: they
 * are for whoever is led to their post.
 */
export function postedPage(): PageKind {
  return {
    keptAs: () => '',
    async read({ site: { phrasing } }) {
      const { thanks } = phrasing.words;
      return {
        template: 'posted/posted',
        head: { title: thanks, indexed: false },
        content: {},
      };
    },
  };
}
