import { type Executor, sql } from '@guidepost/postgres';
import { foldTagName } from '../model/tag.ts';
import type { Topic } from '../model/topics.ts';
import { renderPostText } from '../rendering/render-post-text.ts';
import { RENDERER } from '../rendering/render-text.ts';
import { contentHash } from './content-hash.ts';
import type { Metadata } from './metadata.ts';
import type { NewPost } from './new-post.ts';
import { postStatement } from './post-statement.ts';

export interface NewDialog extends NewPost {
  topic: Topic;
  title: string;
  text: string;
  workTitle: string | null;
  metadata: Metadata;
  archived: boolean;
  /** Without duplicates. */
  tags: readonly string[];
  /** Otherwise the text is plain. */
  markdown?: boolean;
  /** Of the text; by default its links are embedded by their endings. */
  html?: string;
}

export interface PostedDialog {
  id: number;
  held: boolean;
  revision: number;
}

const post = postStatement<PostedDialog>(
  sql.file(new URL('./sql/post-dialog.sql', import.meta.url)),
  'This sender is blocked.',
);

/**
 * Posts a dialog in one statement.
 * @throws AppError `not-found`, `forbidden` for a blocked sender; unique violation for a duplicate
 */
export function postDialog(executor: Executor, dialog: NewDialog): Promise<PostedDialog> {
  const { author, topic, title, text, markdown = false, tags } = dialog;
  return post(executor, dialog, [
    author.name,
    dialog.workTitle,
    topic,
    title,
    text,
    dialog.html ?? renderPostText({ text, markdown }),
    RENDERER,
    contentHash(title, text),
    dialog.metadata,
    dialog.archived,
    tags,
    tags.map(foldTagName),
    markdown,
  ]);
}
