import type { ContentReader } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import { findAnswered } from '../../posts/read-dialog.ts';
import { ownWordsOf } from '../../rendering/parse-markdown.ts';
import type { PostText } from '../../rendering/render-posts.ts';
import type { PageCall } from '../page-kind.ts';

/** The parameter with the id of a comment that the form quotes. */
export const ANSWER = 'answer';

export type Answered = Awaited<ReturnType<typeof findAnswered>>;

export async function readAnswered(
  content: ContentReader,
  { site, query }: PageCall,
  dialogId: number,
): Promise<Answered> {
  const id = parseId(query.first(ANSWER));
  return id === undefined ? undefined : findAnswered(content, [site.forum.id, dialogId, id]);
}

/** Characters of a quote. */
const LONGEST = 300;

const SCHEME = /https?:\/\//gi;

/**
 * The beginning of a post as a quote in Markdown that looks like its text, with room for an answer below. Addresses
 * are no links in it, which would show pictures twice and hold the answer for review.
 */
export function quoteOf({ text, markdown }: PostText): string {
  const said = (markdown ? ownWordsOf(text) : text).replace(SCHEME, '').trim();
  const characters = Array.from(said);
  const shown = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('').trimEnd()} …` : said;
  const lines = shown.split('\n').map((line) => `> ${escapeMarks(line.trim())}`.trimEnd());
  return `${lines.join('\n')}\n\n`;
}

const MARKS = /[\\`*[\]]|\b_|_\b/g;
const FIRST_MARK = /^[>+~-]|^\d{1,9}(?=[.)])/;

function escapeMarks(line: string): string {
  return line
    .replace(MARKS, '\\$&')
    .replace(FIRST_MARK, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}
