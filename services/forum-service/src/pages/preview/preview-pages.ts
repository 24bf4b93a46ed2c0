import { addressBlock } from '@guidepost/http';
import { leadTo, noSuchPage, type Page } from '@guidepost/pages';
import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { topicHeading } from '../../model/topics.ts';
import { COMMENT_FIELDS, DIALOG_FIELDS } from '../../posts/post-fields.ts';
import { ANSWERS_BY_MAIL, FILE_FIELD, IN_ANSWER_TO, isMarkdown } from '../../posts/submission.ts';
import { describeMistake } from '../../posts/validate-fields.ts';
import { displayHtml } from '../../rendering/embed.ts';
import { renderPost } from '../../rendering/render-posts.ts';
import { requireAllowance } from '../../tenants/rate-limits.ts';
import { askForm } from '../ask/ask-page.ts';
import { NO_COMMENTS, readDialog } from '../dialog/read-dialog.ts';
import { blankFields } from '../forms/form-fields.ts';
import type { FormCall, PageKind } from '../page-kind.ts';
import { foreignSources } from '../represent-page.ts';
import type { Site } from '../site.ts';

type Needs = Pick<Context, 'database' | 'followers' | 'rateLimits' | 'guidesOf'>;

/** Enough for the HTML of a dialog; without it the page lacks nothing. */
const MOST_PREVIEW_BYTES = 100_000;

/** `/preview`: what a new dialog will say, above its form as filled in. */
export function dialogPreview(context: Needs): PageKind {
  return {
    read: async ({ site }) => leadTo(303, site.paths.ask),
    async send(call) {
      const { site } = call;
      const preview = await previewOf(context, call);
      return previewPage(call, preview, {
        template: 'ask/ask',
        content: {
          ask: askForm(site, context.followers, preview),
          isAsking: true,
          hasGuides: context.guidesOf(site.forum) !== undefined,
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
      const dialog = await readDialog(database, call, { ...NO_COMMENTS, mostBytes: MOST_PREVIEW_BYTES });
      if (dialog.archived) throw noSuchPage();
      const preview = await previewOf(context, call, dialog.id);
      const { topic } = dialog;
      return previewPage(call, preview, {
        template: 'preview/comment',
        content: {
          dialog,
          trail: [{ address: site.paths.topicPage(topic), name: topicHeading(topic, site.language) }],
          commentFields: blankFields(site, { table: COMMENT_FIELDS, ...preview }),
          canFollow: followers.isOffered,
          answered: parseId(preview.values.get(IN_ANSWER_TO)),
        },
      });
    },
  };
}

interface Preview extends TextPreview {
  values: ReadonlyMap<string, string>;
}

async function previewOf(context: Needs, call: FormCall, dialogId?: number): Promise<Preview> {
  const values = new Map(call.form.entries());
  const { forum } = call.site;
  const markdown = isMarkdown({ submission: { fields: values, fromProgram: false }, forum });
  return { values, ...(await previewText(context, call, { text: values.get('text'), markdown, dialogId })) };
}

/** A preview is made without the file, which browsers forget. Only its name is sent. */
function lostFile({ attaching, language }: Site, values: Preview['values']): string[] {
  const hasFile = attaching && (values.get(FILE_FIELD) ?? '') !== '';
  return hasFile ? [describeMistake({ message: 'file-again' }, language)] : [];
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
    content: { ...content, previewed: html, wantsMail, fileMessages: lostFile(site, values) },
    foreign: html === undefined ? undefined : foreignSources([html], site),
  };
}

interface TextPreview {
  messages: Readonly<Record<string, readonly string[]>>;
  /** Undefined when the text cannot be posted. */
  html?: string;
}

interface TypedText {
  text: string | undefined;
  markdown: boolean;
  /** The dialog of a comment. */
  dialogId: number | undefined;
}

/** Renders a text as it will be shown, and stores nothing. @throws AppError `rate-limited` */
export async function previewText(
  { database, rateLimits }: Pick<Context, 'database' | 'rateLimits'>,
  { site, origin }: Pick<FormCall, 'site' | 'origin'>,
  { text: typed, markdown, dialogId }: TypedText,
): Promise<TextPreview> {
  await requireAllowance(rateLimits.previews, `address:${addressBlock(origin.sender)}`, 'Too many previews.');
  const { forum, addresses } = site;
  const reading = DIALOG_FIELDS.text.read(typed, forum);
  if ('mistakes' in reading) {
    const text = reading.mistakes.map((mistake) => describeMistake(mistake, forum.language));
    return { messages: { text } };
  }
  const post = { text: reading.value, markdown, dialog_id: dialogId };
  const html = await renderPost(database, { forumId: forum.id, addresses }, post);
  return { messages: {}, html: displayHtml(html, site) };
}
