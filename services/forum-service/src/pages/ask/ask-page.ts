import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';
import { askForm } from './ask-form.ts';

/** `/ask`: the form for a new dialog. */
export function askPage({ followers }: Pick<Context, 'followers'>): PageKind {
  return {
    keptAs: () => '',
    async read({ site }) {
      const { addresses, forum, phrasing } = site;
      return {
        template: 'ask/ask',
        head: {
          title: phrasing.words.ask,
          description: forum.intro_message || undefined,
          address: addresses.ask,
        },
        content: { ask: askForm(site, followers), isAsking: true },
      };
    },
  };
}
