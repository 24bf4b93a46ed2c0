import type { Context } from '../../context.ts';
import { type DialogDetails, readCommentPage } from '../../moderation/find-posts.ts';
import { mergedText } from '../../moderation/merge-dialogs.ts';
import { showTexts } from '../dialog/dialog-call.ts';
import type { ForumCall } from '../forum-tenant.ts';

/** A comment of the merged dialog, as readers will see it. */
interface PreviewedComment {
  name: string;
  pub_date: Date;
  html: string;
  isOfficial: boolean;
  isHeld: boolean;
  /** The title of the dialog that it comes from; undefined for one that is there already. */
  from?: string | undefined;
  /** Whether it is the text of that dialog. */
  isText: boolean;
}

export interface MergePreview {
  html: string;
  /** The newest, in order. */
  comments: PreviewedComment[];
  /** How many older comments there are beside them. */
  older: number;
  /** Public tags of all, each once. */
  tags: string[];
}

/** Shows what readers will see after a merge: one title, and the comments of all dialogs in order. */
export async function previewMerge(
  context: Pick<Context, 'database' | 'config'>,
  call: ForumCall,
  { sources, target }: { sources: readonly DialogDetails[]; target: DialogDetails },
): Promise<MergePreview> {
  const slug = call.tenant.key;
  const pages = await Promise.all(
    [target, ...sources].map(async (dialog) => ({
      dialog,
      ...(await readCommentPage(context.database, { slug, dialogId: dialog.id, before: undefined })),
    })),
  );
  const posts = pages.flatMap(({ dialog, comments }) => {
    const from = dialog === target ? undefined : dialog.title;
    const text = { ...dialog, text: mergedText(dialog), is_org_reply: false };
    return [
      ...(dialog === target ? [] : [{ post: text, from, isText: true }]),
      ...comments.map((post) => ({ post, from, isText: false })),
    ];
  });
  const ordered = posts.toSorted((one, other) => +one.post.pub_date - +other.post.pub_date);
  const texts = [target, ...ordered.map(({ post }) => post)].map(({ text, markdown }) => ({
    text,
    markdown,
    dialog_id: target.id,
  }));
  const tags = [target, ...sources].flatMap((dialog) => dialog.tags);
  const [html = '', ...htmls] = await showTexts(context, call, texts);
  return {
    html,
    comments: ordered.map(({ post, from, isText }, index) => ({
      name: post.name,
      pub_date: post.pub_date,
      html: htmls[index] ?? '',
      isOfficial: post.is_org_reply,
      isHeld: post.held,
      from,
      isText,
    })),
    older: pages.reduce((sum, { older }) => sum + older, 0),
    tags: [...new Set(tags.filter(({ is_public }) => is_public).map(({ name }) => name))],
  };
}
