import { foldWhiteSpace } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { Followers } from '../../notices/followers.ts';
import { LIMITS } from '../../posts/field-kinds.ts';
import { DIALOG_FIELDS } from '../../posts/post-fields.ts';
import { type BlankForm, blankFields, type FormField } from '../forms/form-fields.ts';
import type { PageKind } from '../page-kind.ts';
import type { Site } from '../site.ts';

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
          hasGuides: guidesOf(forum) !== undefined,
        },
      };
    },
  };
}

function withTitle(form: AskForm, sent: string): AskForm {
  const title = Array.from(foldWhiteSpace(sent)).slice(0, LIMITS.title).join('');
  return {
    ...form,
    fields: form.fields.map((field) => (field.name === 'title' ? { ...field, value: title } : field)),
  };
}

interface AskForm {
  heading: string;
  /** Whether the heading is the default one instead of the forum's. */
  isOurs: boolean;
  fields: readonly FormField[];
  offersMail: boolean;
}

type Typed = Partial<Pick<BlankForm, 'values' | 'messages'>>;

/** @param typed what the form is filled in with; by default it is empty */
export function askForm(
  site: Site,
  { isOffered }: Pick<Followers, 'isOffered'>,
  { values, messages = {} }: Typed = {},
): AskForm {
  const { forum, phrasing } = site;
  return {
    heading: forum.popup_header || phrasing.words.ask,
    isOurs: forum.popup_header === '',
    offersMail: isOffered,
    fields: blankFields(site, {
      table: DIALOG_FIELDS,
      metadata: forum.metadata_fields.map(({ name }) => name),
      values: values ?? new Map([['topic', forum.default_topic]]),
      messages,
    }),
  };
}
