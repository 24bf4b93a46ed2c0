import { foldWhiteSpace } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';
import { type AskForm, askForm } from './ask-form.ts';

/** Characters. */
const LONGEST_TITLE = 200;

/** `/ask`: the form for a new dialog, with the title that `?title=` begins it with. */
export function askPage({ followers, guidesOf }: Pick<Context, 'followers' | 'guidesOf'>): PageKind {
  return {
    keptAs: ({ query }) => (query.first('title') === undefined ? '' : undefined),
    async read({ site, query }) {
      const { addresses, forum, phrasing } = site;
      return {
        template: 'ask/ask',
        head: {
          title: phrasing.words.ask,
          description: forum.intro_message || undefined,
          address: addresses.ask,
        },
        content: {
          ask: withTitle(askForm(site, followers), query.first('title') ?? ''),
          isAsking: true,
          signInFrom: 'ask',
          hasGuides: guidesOf(forum.slug) !== undefined,
        },
      };
    },
  };
}

function withTitle(form: AskForm, sent: string): AskForm {
  const title = Array.from(foldWhiteSpace(sent)).slice(0, LONGEST_TITLE).join('');
  return {
    ...form,
    fields: form.fields.map((field) => (field.name === 'title' ? { ...field, value: title } : field)),
  };
}
