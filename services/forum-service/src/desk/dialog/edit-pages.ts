import { type FormCall, pathId, type View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { showComments, showDialogs } from '../../moderation/find-posts.ts';
import { readPostText, readTitle } from '../../moderation/typed-values.ts';
import { editComment, editDialog, textVersion } from '../../posts/edit-posts.ts';
import type { PostText } from '../../rendering/render-posts.ts';
import { placeIn, placeQuery } from '../filters/queue-place.ts';
import { type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';
import { addressOf, dialogIdOf, isNotFound, showTexts, sourcesOfFiles } from './dialog-call.ts';

const ROLES = ['owner', 'editor'] as const;

/** Room for the longest text of any alphabet, and for texts that are too long, which are shown again. */
export const MAX_POST_BYTES = 1_000_000;

/** A post as it is: a comment has no title. */
interface Present {
  title: string | undefined;
  text: string;
  markdown: boolean;
}

interface EditForm {
  typed: { title: string; text: string };
  wrong: { title?: string; text?: string };
  /** The present text, if someone else has changed it meanwhile. */
  present?: Present;
  /** HTML of what was typed. */
  preview?: string | undefined;
}

type Needs = Pick<Context, 'database' | 'config'>;

/** Changes the title or text of a dialog, or the text of a comment. */
export function editPages({ database, config }: Needs): Record<string, ForumPage> {
  const publicUrl = config.PUBLIC_URL;

  async function read(call: ForumCall): Promise<Present> {
    if (call.path.comment === undefined) {
      const [dialog] = await showDialogs(database, call.tenant.key, [dialogIdOf(call)]);
      if (dialog) return { title: dialog.title, text: dialog.text, markdown: dialog.markdown };
    } else {
      const [comment] = await showComments(database, call.tenant.key, [pathId(call.path, 'comment')]);
      if (comment?.dialog_id === dialogIdOf(call)) {
        return { title: undefined, text: comment.text, markdown: comment.markdown };
      }
    }
    throw new AppError('not-found', 'There is no such post.');
  }

  async function save(call: FormCall<ForumCall>, title: string | undefined, text: string): Promise<void> {
    const madeFrom = call.form.first('made-from') ?? '';
    if (call.path.comment === undefined) {
      const edit = { id: dialogIdOf(call), title, text, madeFrom, publicUrl };
      await editDialog(database, moderationOf(call, 'dialog edit'), edit);
    } else {
      const edit = { id: pathId(call.path, 'comment'), text, madeFrom, publicUrl };
      await editComment(database, moderationOf(call, 'comment edit'), edit);
    }
  }

  async function showEdited(call: ForumCall, post: PostText): Promise<string | undefined> {
    const place =
      call.path.comment === undefined
        ? {}
        : { dialog_id: dialogIdOf(call), id: pathId(call.path, 'comment') };
    const [html] = await showTexts({ database, config }, call, [{ ...post, ...place }]);
    return html;
  }

  /** The typed text alone when the post has been deleted. */
  async function submit(call: FormCall<ForumCall>) {
    const typed = { title: call.form.first('title') ?? '', text: call.form.first('text') ?? '' };
    try {
      return await change(call, typed);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      const { words } = call.phrasing;
      const content = { label: words.text, text: typed.text, message: words.notFound };
      return { template: 'dialog/not-saved', title: words.notSaved, status: 404, content };
    }
  }

  async function change(call: FormCall<ForumCall>, typed: EditForm['typed']) {
    const before = await read(call);
    const title = before.title === undefined ? undefined : readTitle(typed.title);
    const text = readPostText(typed.text);
    const { words } = call.phrasing;
    if (text === undefined || (before.title !== undefined && title === undefined)) {
      const wrong = {
        ...(before.title !== undefined && title === undefined && { title: words.titleRule }),
        ...(text === undefined && { text: words.textRule }),
      };
      // The version stays, so that a change by someone else is still found.
      return { ...editView(call, before, { typed, wrong }, call.form.first('made-from')), status: 422 };
    }
    if (call.form.first('action') === 'preview') {
      const preview = await showEdited(call, { text, markdown: before.markdown });
      return {
        ...editView(call, before, { typed, wrong: {}, preview }, call.form.first('made-from')),
        foreign: sourcesOfFiles({ config }),
      };
    }
    try {
      await save(call, title, text);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
      const present = await read(call);
      const isOutdated = versionOf(present) !== call.form.first('made-from');
      const form = isOutdated
        ? { typed, wrong: {}, present }
        : { typed, wrong: { title: words.duplicateDialog } };
      return { ...editView(call, present, form), status: 422 };
    }
    const anchor = call.path.comment === undefined ? '' : `#comment-${pathId(call.path, 'comment')}`;
    return { seeOther: addressOf(call) + anchor, notice: 'noticeEdited' };
  }

  const page: ForumPage = {
    roles: ROLES,
    maximumBytes: MAX_POST_BYTES,
    async read(call) {
      const present = await read(call);
      const typed = { title: present.title ?? '', text: present.text };
      return editView(call, present, { typed, wrong: {} });
    },
    post: submit,
  };
  return { '/dialogs/:dialog/edit': page, '/dialogs/:dialog/comments/:comment/edit': page };
}

function editView(
  call: ForumCall,
  present: Present,
  form: EditForm,
  madeFrom: string = versionOf(present),
): View {
  const isDialog = present.title !== undefined;
  const { words } = call.phrasing;
  return {
    template: 'dialog/edit',
    title: isDialog ? words.editDialog : words.editComment,
    section: 'queue',
    content: {
      isDialog,
      isMarkdown: present.markdown,
      madeFrom,
      draft: ['edit', call.path.dialog, call.path.comment].filter(Boolean).join(' '),
      isAgain: call.request.method === 'POST',
      here: call.request.path + placeQuery(placeIn(call.query)),
      address: addressOf(call),
      ...form,
    },
  };
}

function versionOf({ title, text }: Present): string {
  return title === undefined ? textVersion(text) : textVersion(title, text);
}
