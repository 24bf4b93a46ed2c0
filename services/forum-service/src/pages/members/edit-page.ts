import { leadTo, type Page } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { textVersion } from '../../posts/edit-posts.ts';
import { editOwnPost, type OwnChange, type PostPlace, requireChangeablePost } from '../../posts/own-posts.ts';
import { DIALOG_FIELDS } from '../../posts/post-fields.ts';
import { withReceipt } from '../../posts/receipts.ts';
import { describeMistake, readFields } from '../../posts/validate-fields.ts';
import type { MemberCall, PageKind } from '../page-kind.ts';
import { previewText } from '../preview/preview-pages.ts';
import { foreignSources } from '../represent-page.ts';
import type { Site } from '../site.ts';
import {
  forMember,
  ownChangeOf,
  pageAfter,
  pageOfPost,
  placeBehind,
  placeOf,
  refusalPage,
} from './member-call.ts';

type Needs = Pick<Context, 'database' | 'config' | 'rateLimits' | 'receipts'>;

interface Typed {
  title: string;
  text: string;
}

interface EditForm extends Typed {
  /** The version of what the edit is made from. */
  madeFrom: string;
  markdown: boolean;
  /** Whether it shows what was typed. */
  isAgain?: boolean;
  /** Where the page leads that is not sent. */
  back: string;
  messages?: Readonly<Record<string, readonly string[]>>;
  /** A mistake that concerns no field. */
  problem?: string | undefined;
  /** HTML. */
  previewed?: string | undefined;
}

/** The parameter of the address that shows a preview. */
const PREVIEW = 'preview';

const { title: TITLE, text: TEXT } = DIALOG_FIELDS;

/** `/:id/edit`, `/:id/comments/:comment/edit`: edits a post of the member. */
export function editPage({ database, config, rateLimits, receipts }: Needs): PageKind {
  async function change(call: MemberCall) {
    const own = ownChangeOf(call);
    const { place } = own;
    const { title, text, madeFrom } = readForm(call);
    const fields = new Map([
      ...(place.commentId === undefined ? [['title', title] as const] : []),
      ['text', text],
    ]);
    const table = place.commentId === undefined ? { title: TITLE, text: TEXT } : { text: TEXT };
    const submission = { fields, fromProgram: false };
    const read = readFields(table, { submission, forum: call.site.forum, accessKeyId: undefined });
    const publicUrl = config.PUBLIC_URL;
    await editOwnPost(database, own, { title: undefined, ...read, madeFrom, publicUrl });
    const page = await pageAfter(database, call);
    const edited = { page, sent: 'edited', forumId: call.site.forum.id, dialogId: place.dialogId } as const;
    return leadTo(303, await withReceipt(receipts, edited));
  }

  async function preview(call: MemberCall): Promise<Page> {
    const { place } = ownChangeOf(call);
    const post = await requireChangeablePost(database, ownChangeOf(call));
    const { markdown } = post;
    const typed = { ...readForm(call), markdown, back: placeBehind(call.site, place, post) };
    const { dialogId } = place;
    const text = { text: typed.text, markdown, dialogId: place.commentId && dialogId };
    const { html, messages } = await previewText({ database, rateLimits }, call, text);
    const page = showForm(call.site, place, { ...typed, messages, previewed: html });
    if (html === undefined) return { ...page, status: 422 };
    return { ...page, foreign: foreignSources([html], call.site) };
  }

  return {
    read: forMember(async (call) => {
      const place = placeOf(call);
      try {
        const post = await requireChangeablePost(database, ownChangeOf(call));
        const back = placeBehind(call.site, place, post);
        return showForm(call.site, place, { ...post, madeFrom: versionOf(place, post), back });
      } catch (error) {
        const back = await pageAfter(database, call);
        return refusalPage(error, call.site, { heading: call.site.phrasing.words.members.notChanged, back });
      }
    }),
    async change(call) {
      try {
        return await (call.query.first(PREVIEW) === 'on' ? preview(call) : change(call));
      } catch (error) {
        return showAgain(database, call, error);
      }
    },
  };
}

function readForm({ form }: MemberCall): Omit<EditForm, 'markdown' | 'back'> {
  const field = (name: string) => form.first(name) ?? '';
  return { title: field('title'), text: field('text'), madeFrom: field('made_from'), isAgain: true };
}

function versionOf({ commentId }: PostPlace, { title, text }: Typed): string {
  return commentId === undefined ? textVersion(title, text) : textVersion(text);
}

/** The form as it was typed, with the reason why it was not saved. @throws every other error again */
async function showAgain(database: Context['database'], call: MemberCall, error: unknown): Promise<Page> {
  const { site } = call;
  const own: OwnChange = ownChangeOf(call);
  const back = await pageAfter(database, call);
  const isOfFields = error instanceof AppError && error.details.fields !== undefined;
  if (!isOfFields && !(error instanceof AppError && error.kind === 'conflict'))
    return refusalPage(error, site, {
      heading: site.phrasing.words.members.notChanged,
      back,
      typed: readForm(call).text,
    });
  const post = await requireChangeablePost(database, own);
  const typed = { ...readForm(call), markdown: post.markdown, back };
  const messages = error.details.fields;
  if (messages) return { ...showForm(site, own.place, { ...typed, messages }), status: 422 };
  const madeFrom = versionOf(own.place, post);
  const { changedMeanwhile } = site.phrasing.words.members;
  const problem =
    madeFrom === typed.madeFrom
      ? describeMistake({ message: 'duplicate' }, site.forum.language)
      : changedMeanwhile;
  return { ...showForm(site, own.place, { ...typed, madeFrom, problem }), status: 409 };
}

function showForm(site: Site, place: PostPlace, { messages = {}, problem, ...form }: EditForm): Page {
  const { members } = site.phrasing.words;
  const heading = place.commentId === undefined ? members.editPost : members.editComment;
  return {
    template: 'members/edit',
    head: { title: heading, indexed: false },
    content: {
      ...form,
      isDialog: place.commentId === undefined,
      draft: ['edit', place.dialogId, place.commentId].filter(Boolean).join(' '),
      heading,
      messages,
      problem,
      action: `${pageOfPost(site, place)}/edit`,
    },
  };
}
