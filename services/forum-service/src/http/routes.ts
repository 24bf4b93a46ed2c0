import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../context.ts';
import { COMMENT_ORDERS } from '../posts/comment-sort-orders.ts';
import { findComment, listComments } from '../posts/comments.ts';
import { holdFor } from '../posts/hold.ts';
import { isMarkdown } from '../posts/markdown-flag.ts';
import { newPostOf } from '../posts/new-post.ts';
import { postDialog } from '../posts/post-dialog.ts';
import { DIALOG_FIELDS } from '../posts/post-fields.ts';
import { confirmHeld, withReceipt } from '../posts/receipts.ts';
import { requireFreeName } from '../posts/require-free-name.ts';
import { readFieldsAndMetadata } from '../posts/validate-fields.ts';
import { renderPost } from '../rendering/render-posts.ts';
import type {
  Answer,
  Operations,
  Post,
  PostEndpoint,
  Posted,
  Read,
  ReadEndpoint,
  ReadSlice,
  Routes,
} from './endpoint.ts';
import { commentChangesRoutes } from './endpoints/comment-changes-routes.ts';
import { dialogChangesRoutes } from './endpoints/dialog-changes-routes.ts';
import { dialogRoutes } from './endpoints/dialog-routes.ts';
import { newCommentRoutes } from './endpoints/new-comment-routes.ts';
import { reportListRoutes } from './endpoints/report-list-routes.ts';
import { reportRoutes } from './endpoints/report-routes.ts';
import { searchRoutes } from './endpoints/search-routes.ts';
import { tagRoutes } from './endpoints/tag-routes.ts';
import { voteRoutes } from './endpoints/vote-routes.ts';
import { followIfWanted } from './follow-if-wanted.ts';
import { listOf } from './list-of.ts';
import { listParameters, readParameters, sliceOf } from './parameters.ts';
import { commentRecord } from './records/comment-record.ts';
import { propertiesRecord } from './records/properties-record.ts';
import { orderOf, sortParameter } from './sort-parameter.ts';

const LIST: Omit<ReadEndpoint, 'handle'> = {
  summary: 'Comments on a dialog, newest first',
  parameters: listParameters([sortParameter(COMMENT_ORDERS)]),
  answer: { record: 'Comment', list: 'slice' },
  ofDialog: { parameter: 'id', addressOf: ({ addresses }, id) => addresses.comments(id) },
};

const ONE: Omit<ReadEndpoint, 'handle'> = {
  summary: 'One comment',
  parameters: readParameters(),
  answer: { record: 'Comment' },
  ofDialog: {
    parameter: 'dialog',
    addressOf: ({ addresses, path }, dialogId) => addresses.comment(dialogId, parseId(path.id) ?? 0),
  },
};

type Posting = Pick<
  Context,
  'database' | 'identify' | 'refreshForum' | 'receipts' | 'followers' | 'staffNames'
>;

const NEW_DIALOG: Omit<PostEndpoint, 'handle'> = {
  summary: 'Post a dialog',
  description: 'The same title and text are accepted once per forum.',
  countsAs: 'post',
  fields: DIALOG_FIELDS,
  pageOf: ({ addresses }) => addresses.ask,
};

/** All endpoints below `/api`. Fixed words come before patterns that start with a slug. */
export function createRoutes(context: Context): Routes {
  return mergeRoutes([
    forumRoutes(),
    tagRoutes(),
    commentRoutes(),
    newCommentRoutes(context),
    voteRoutes(context),
    reportRoutes(context),
    reportListRoutes(context),
    searchRoutes(context),
    dialogRoutes(context),
    newDialogRoutes(context),
    dialogChangesRoutes(context),
    commentChangesRoutes(context),
  ]);
}

/** Features may share a path: one reads it, another posts to it. */
function mergeRoutes(all: readonly Routes[]): Routes {
  const merged: Record<string, Operations> = {};
  for (const [path, operations] of all.flatMap((routes) => Object.entries(routes))) {
    merged[path] = { ...merged[path], ...operations };
  }
  return merged;
}

function forumRoutes(): Routes {
  return {
    '/properties/:slug': {
      get: {
        summary: 'The properties of a forum, as an array of one record',
        parameters: readParameters(),
        answer: { record: 'Properties', list: 'all' },
        handle: async (read) => ({ content: [propertiesRecord(read)] }),
      },
    },
  };
}

function newDialogRoutes(context: Posting): Routes {
  return { '/:slug': { post: { ...NEW_DIALOG, handle: (post) => newDialog(context, post) } } };
}

async function newDialog(context: Posting, post: Post): Promise<Posted> {
  const { database, identify, refreshForum, receipts, followers, staffNames } = context;
  const { forum, addresses } = post;
  const { work_title: workTitle, ...fields } = readFieldsAndMetadata(DIALOG_FIELDS, post);
  await requireFreeName(staffNames, post, fields.name);
  const markdown = isMarkdown(post);
  const { id, held, revision } = await postDialog(database, {
    ...(await newPostOf(identify, post, fields)),
    ...fields,
    workTitle,
    markdown,
    html: await renderPost(database, { forumId: forum.id, addresses }, { text: fields.text, markdown }),
    hold: holdFor(post, [fields.name, fields.title, fields.text]),
  });
  refreshForum(forum, revision);
  const asksToConfirm = await followIfWanted(followers, post, { dialogId: id, email: fields.useremail });
  if (held) return confirmHeld(receipts, post, asksToConfirm);
  const page = addresses.dialogPage(id);
  return {
    location: addresses.dialog(id),
    page: () =>
      withReceipt(receipts, { sent: 'dialog', forumId: forum.id, dialogId: id, page, asksToConfirm }),
  };
}

function commentRoutes(): Routes {
  return {
    '/comment/:slug/:id': { get: { ...LIST, handle: commentList } },
    '/comment/:slug/:dialog/:id': { get: { ...ONE, handle: oneComment } },
  };
}

async function commentList(read: Read): Promise<ReadSlice> {
  const { forum, parameters, path, accessKeyId } = read;
  const keyed = accessKeyId !== undefined;
  const dialogId = parseId(path.id);
  const order = orderOf(COMMENT_ORDERS, read);
  const request = dialogId !== undefined && {
    ...sliceOf(parameters),
    forumId: forum.id,
    dialogId,
    keyed,
    order,
  };
  return async (mostBytes) => {
    const found = request ? await listComments(read.content, { ...request, mostBytes }) : null;
    if (!found) throw new AppError('not-found', 'There is no such dialog.');
    return listOf(found, (row) => commentRecord(row, read));
  };
}

async function oneComment(read: Read): Promise<Answer> {
  const { forum, path, accessKeyId } = read;
  const keyed = accessKeyId !== undefined;
  const [dialogId, id] = [parseId(path.dialog), parseId(path.id)];
  const known = dialogId !== undefined && id !== undefined;
  const row = known ? await findComment(read.content, { forumId: forum.id, dialogId, id, keyed }) : null;
  if (!row) throw new AppError('not-found', 'There is no such comment.');
  return { content: commentRecord(row, read) };
}
