import { addressBlock, parseId } from '@guidepost/http';
import { leadTo, noSuchPage, type Page } from '@guidepost/pages';
import { requireAllowance } from '../../access/require-allowance.ts';
import type { Context } from '../../context.ts';
import { topicHeading } from '../../model/topics.ts';
import { ANSWERS_BY_MAIL } from '../../posting/answers-by-mail.ts';
import { isMarkdown } from '../../posting/markdown-flag.ts';
import { describeMistake } from '../../posting/messages.ts';
import { COMMENT_FIELDS, DIALOG_FIELDS } from '../../posting/post-fields.ts';
import { renderPost } from '../../rendering/render-posts.ts';
import { displayHtml } from '../../text/display-html.ts';
import { askForm } from '../ask/ask-form.ts';
import { foreignSources } from '../dialog/foreign-content.ts';
import { NO_COMMENTS, readDialog } from '../dialog/read-dialog.ts';
import { blankFields } from '../forms/blank-fields.ts';
import type { FormCall, PageKind } from '../page.ts';

type Needs = Pick<Context, 'database' | 'followers' | 'rateLimits' | 'guidesOf'>;

/** Enough for the HTML of a dialog; without it the page lacks nothing. */
const MOST_BYTES = 100_000;

/** `/preview`: what a new dialog will say, above its form as filled in. */
export function dialogPreview(context: Needs): PageKind {
  return {
    read: async ({ site }) => leadTo(303, site.paths.ask),
    async send(call) {
      const { site } = call;
      const preview = await previewText(context, call);
      return previewPage(call, preview, {
        template: 'ask/ask',
        content: {
          ask: askForm(site, context.followers, preview),
          isAsking: true,
          hasGuides: context.guidesOf(site.forum.slug) !== undefined,
        },
      });
    },
  };
}

/** `/:id/preview`: the same for a comment. */
export function commentPreview(context: Needs): PageKind {
  const { database, followers } = context;
  return {
    async read({ site, path }) {
      const id = parseId(path.id);
      if (id === undefined) throw noSuchPage();
      return leadTo(303, site.paths.dialogPage(id));
    },
    async send(call) {
      const { site } = call;
      const dialog = await readDialog(database, call, { ...NO_COMMENTS, mostBytes: MOST_BYTES });
      if (dialog.archived) throw noSuchPage();
      const preview = await previewText(context, call, dialog.id);
      const { topic } = dialog;
      return previewPage(call, preview, {
        template: 'preview/comment',
        content: {
          dialog,
          trail: [{ address: site.paths.topicPage(topic), name: topicHeading(topic, site.language) }],
          commentFields: blankFields(site, { table: COMMENT_FIELDS, ...preview }),
          canFollow: followers.isOffered,
        },
      });
    },
  };
}

interface Preview {
  values: ReadonlyMap<string, string>;
  messages: Readonly<Record<string, readonly string[]>>;
  /** Undefined when the text cannot be posted. */
  html?: string;
}

/** Renders a text as it will be shown, and stores nothing. */
async function previewText(
  { database, rateLimits }: Needs,
  { site, form, origin }: FormCall,
  dialogId?: number,
): Promise<Preview> {
  await requireAllowance(rateLimits.previews, `address:${addressBlock(origin.sender)}`, 'Too many previews.');
  const { forum, addresses } = site;
  const values = new Map(form.entries());
  const reading = DIALOG_FIELDS.text.read(values.get('text'), forum);
  if ('mistakes' in reading) {
    const text = reading.mistakes.map((mistake) => describeMistake(mistake, forum.language));
    return { values, messages: { text } };
  }
  const markdown = isMarkdown({ submission: { fields: values, fromProgram: false }, forum });
  const post = { text: reading.value, markdown, dialog_id: dialogId };
  const html = await renderPost(database, { forumId: forum.id, addresses }, post);
  return { values, messages: {}, html: displayHtml(html, site) };
}

function previewPage(
  { site }: FormCall,
  { values, html }: Pick<Preview, 'values' | 'html'>,
  { template, content }: Pick<Page, 'template' | 'content'>,
): Page {
  const wantsMail = values.get(ANSWERS_BY_MAIL) === 'on';
  return {
    status: html === undefined ? 422 : 200,
    template,
    head: { title: site.phrasing.words.preview, indexed: false },
    isPersonal: true,
    content: { ...content, previewed: html, wantsMail },
    foreign: html === undefined ? undefined : foreignSources([html], site),
  };
}
