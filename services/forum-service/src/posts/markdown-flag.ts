import type { Forum } from '../model/forum.ts';
import { flagField } from './flag-field.ts';
import type { Submission } from './submission.ts';

/** The parameter of posts whose text is Markdown. */
export const MARKDOWN = 'markdown';

export const MARKDOWN_FLAG = flagField(
  'True if `text` is Markdown: paragraphs, emphasis, code, lists, quotes and links. By default it is plain.',
);

/** Whether the text of a post is Markdown. What is not a flag means nothing, like other fields that the API does not know. */
export function isMarkdown({ submission, forum }: { submission: Submission; forum: Forum }): boolean {
  // The forum asks for something else by this name.
  if (forum.metadata_fields.some(({ name }) => name === MARKDOWN)) return false;
  const reading = MARKDOWN_FLAG.read(submission.fields.get(MARKDOWN), forum);
  return 'value' in reading && reading.value === true;
}
