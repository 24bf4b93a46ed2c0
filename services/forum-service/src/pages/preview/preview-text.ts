import { addressBlock } from '@guidepost/http';
import type { Context } from '../../context.ts';
import { describeMistake } from '../../posts/messages.ts';
import { DIALOG_FIELDS } from '../../posts/post-fields.ts';
import { displayHtml } from '../../rendering/display-html.ts';
import { renderPost } from '../../rendering/render-posts.ts';
import { requireAllowance } from '../../tenants/require-allowance.ts';
import type { FormCall } from '../page.ts';

export interface TextPreview {
  messages: Readonly<Record<string, readonly string[]>>;
  /** Undefined when the text cannot be posted. */
  html?: string;
}

interface TypedText {
  text: string | undefined;
  markdown: boolean;
  /** Of a comment. */
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
