import type { RateLimiter } from '@guidepost/access';
import { addressBlock } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { describeMistake } from '../../posting/messages.ts';
import { DIALOG_FIELDS } from '../../posting/post-fields.ts';
import { renderPost } from '../../rendering/render-posts.ts';
import { displayHtml } from '../../text/display-html.ts';
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
  await countPreview(rateLimits.previews, origin.sender);
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

async function countPreview(limiter: RateLimiter | undefined, sender: string): Promise<void> {
  const allowance = await limiter?.take(`address:${addressBlock(sender)}`);
  if (allowance === undefined || allowance.allowed) return;
  const retryAfter = Math.max(1, Math.ceil(allowance.retryAfter));
  throw new AppError('rate-limited', 'Too many previews.', { retryAfter });
}
