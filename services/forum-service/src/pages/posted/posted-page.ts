import type { PageKind } from '../page.ts';

/** `/posted`: where those are led whose post is shown when an editor has seen it. */
export function postedPage(): PageKind {
  return {
    keptAs: () => '',
    async read({ site: { forum, phrasing } }) {
      const { thanks } = phrasing.words;
      return {
        template: 'posted/posted',
        head: { title: thanks, indexed: false },
        content: { message: forum.thankyou_message },
      };
    },
  };
}
