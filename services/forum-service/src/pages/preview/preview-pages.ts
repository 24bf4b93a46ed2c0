import { parseId } from '@guidepost/http';
import { leadTo, noSuchPage, type Page } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { FILE_FIELD } from '../../model/attaches-files.ts';
import { topicHeading } from '../../model/topics.ts';
import { ANSWERS_BY_MAIL } from '../../posts/answers-by-mail.ts';
import { isMarkdown } from '../../posts/markdown-flag.ts';
import { describeMistake } from '../../posts/messages.ts';
import { COMMENT_FIELDS } from '../../posts/post-fields.ts';
import { askForm } from '../ask/ask-form.ts';
import { foreignSources } from '../dialog/foreign-content.ts';
import { NO_COMMENTS, readDialog } from '../dialog/read-dialog.ts';
import { blankFields } from '../forms/blank-fields.ts';
import type { FormCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { previewText, type TextPreview } from './preview-text.ts';

type Needs = Pick<Context, 'database' | 'followers' | 'rateLimits' | 'guidesOf'>;

/** Enough for the HTML of a dialog; without it the page lacks nothing. */
const MOST_BYTES = 100_000;

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
      const preview = await previewOf(context, call, dialog.id);
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
