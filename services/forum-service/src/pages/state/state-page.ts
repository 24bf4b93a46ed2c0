import { fill } from '@guidepost/i18n';
import { noSuchPage, pageNumber } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { bindDialogsInState, MAX_COUNTED } from '../../posts/states.ts';
import { readDialogList } from '../list/dialog-list.ts';
import { listPage } from '../list/list-page.ts';
import type { PageKind } from '../page.ts';

/** `/states/:state` */
export function statePage({ content }: Pick<Context, 'content'>): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.state} ${pageNumber(query)}`,
    async read({ site, path, query }) {
      const { state = '' } = path;
      if (state.includes('\0')) throw noSuchPage();
      const list = await readDialogList(content.of(site.forum), pageNumber(query), (slice) =>
        bindDialogsInState({ ...slice, forumId: site.id, state }),
      );
      if (list.total === 0) throw noSuchPage();
      return listPage(site, {
        heading: fill(site.phrasing.words.inState, { state: site.stateName(state) }),
        path: `/states/${encodeURIComponent(state)}`,
        list,
        isCounted: list.total < MAX_COUNTED,
      });
    },
  };
}
