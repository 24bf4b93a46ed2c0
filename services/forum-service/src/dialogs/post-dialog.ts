import type { BoundStatement, Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { KindOf } from '../model/media-kind.ts';
import { foldTagName } from '../model/tag.ts';
import type { Topic } from '../model/topics.ts';
import type { Metadata } from '../posting/metadata.ts';
import type { NewPost } from '../posting/new-post.ts';
import { postStatement, runPost } from '../posting/post-statement.ts';
import { RENDERER, renderText } from '../text/render-text.ts';
import { contentHash } from './content-hash.ts';

/** A dialog that is about to be posted; everything in it is valid. */
export interface NewDialog extends NewPost {
  topic: Topic;
  title: string;
  text: string;
  workTitle: string | null;
  metadata: Metadata;
  archived: boolean;
  /** Each once. */
  tags: readonly string[];
  /** What its links lead to; told by their endings unless set. */
  kindOf?: KindOf;
}

export interface PostedDialog {
  id: number;
  /** Whether it waits for an editor. */
  held: boolean;
  /** The forum's, with this dialog. */
  revision: number;
}

const statement = postStatement(new URL('./sql/post-dialog.sql', import.meta.url));

/**
 * Posts a dialog, in one statement.
 * @throws AppError `not-found`, `forbidden` for a blocked sender; the database's unique violation when the forum has the dialog already
 */
export async function postDialog(executor: Executor, dialog: NewDialog): Promise<PostedDialog> {
  const posted = await runPost<PostedDialog | { id: null }>(executor, postDialogStatement(dialog));
  if (posted.id === null) throw new AppError('forbidden', 'This sender is blocked.');
  return posted;
}

/** The statement with its values, for whoever runs it in another way. */
export function postDialogStatement(dialog: NewDialog): BoundStatement {
  const { author, topic, title, text, tags } = dialog;
  return statement(dialog, [
    author.name,
    dialog.workTitle,
    topic,
    title,
    text,
    renderText(text, dialog.kindOf),
    RENDERER,
    contentHash(title, text),
    dialog.metadata,
    dialog.archived,
    tags,
    tags.map(foldTagName),
  ]);
}
