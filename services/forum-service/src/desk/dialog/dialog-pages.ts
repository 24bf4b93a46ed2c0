import {
  type FormCall,
  fieldErrorsOf,
  pathId,
  refusalOf,
  requireConfirmation,
  type View,
} from '@guidepost/desk';
import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import { fillCannedAnswer, listCannedAnswers } from '../../canned-answers/canned-answers.ts';
import { answerDialog } from '../../comments/answer-dialog.ts';
import { listAnswering, stopAnswering } from '../../comments/answering.ts';
import { deleteComments } from '../../comments/delete-comments.ts';
import { releaseComments } from '../../comments/release-comments.ts';
import { setOrgReply } from '../../comments/set-org-reply.ts';
import type { Context } from '../../context.ts';
import { archiveDialogs, type Moved, restoreDialogs } from '../../dialogs/archive-dialogs.ts';
import { deleteDialogs } from '../../dialogs/delete-dialogs.ts';
import { findMergedInto } from '../../dialogs/merged-dialogs.ts';
import { listOriginals } from '../../dialogs/originals.ts';
import { setState } from '../../dialogs/set-state.ts';
import { setTopic } from '../../dialogs/set-topic.ts';
import { setWaiting } from '../../dialogs/set-waiting.ts';
import { listStates } from '../../dialogs/states.ts';
import { isPermitted } from '../../model/permissions.ts';
import { parseTopic, TOPICS } from '../../model/topics.ts';
import { listDialogs, readCommentPage, showComments, showDialogs } from '../../moderation/find-posts.ts';
import { readSender, readState, readTagNames } from '../../moderation/typed-values.ts';
import { blockSender } from '../../people/blocks.ts';
import { originOf } from '../../posting/origin.ts';
import { resolveReportsOf } from '../../reports/open-reports.ts';
import { tagDialog, untagDialog } from '../../tags/tag-dialog.ts';
import { actorOf, type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';
import { answeringOf } from './answering-endpoint.ts';
import { addressOf, dialogIdOf } from './dialog-call.ts';
import { MAX_POST_BYTES } from './edit-pages.ts';

type DialogCall = FormCall<ForumCall>;

/** What a button of the page does: to the dialog, or to one of its comments. @returns the key of a notice */
type Action = (call: DialogCall, id: number) => Promise<Acted>;

interface Acted {
  notice: string;
  undo?: Record<string, string>;
}

const UNCHANGED: Acted = { notice: 'noticeUnchanged' };

type Needs = Pick<Context, 'database' | 'identify' | 'clients' | 'config'>;

/** What ends the work on a dialog, and leads back to the queue. */
const LEAVING = new Set(['done', 'archive']);

/** How many other dialogs of a poster are shown. */
const MAX_OTHERS = 10;

/** Characters of an author's name. */
const LONGEST_AUTHOR = 100;

/** Everything about a dialog, and everything that staff do with it. */
export function dialogPages({ database, identify, clients }: Needs): Record<string, ForumPage> {
  const dialogActions: Record<string, Action> = {
    async done(call, id) {
      const choice = { ids: [id], waiting: false };
      const { changed } = await setWaiting(database, moderationOf(call, 'dialog done'), choice);
      return changed.length === 0 ? UNCHANGED : { notice: 'noticeDone', undo: { action: 'wait' } };
    },
    async wait(call, id) {
      await setWaiting(database, moderationOf(call, 'dialog wait'), { ids: [id], waiting: true });
      return { notice: 'noticeWaiting' };
    },
    async archive(call, id) {
      const moved = await archiveDialogs(database, moderationOf(call, 'dialog archive'), [id]);
      return afterMove(moved, { notice: 'noticeArchived', undo: { action: 'restore' } });
    },
    async restore(call, id) {
      const moved = await restoreDialogs(database, moderationOf(call, 'dialog restore'), [id]);
      return afterMove(moved, { notice: 'noticeRestored', undo: { action: 'archive' } });
    },
    async state(call, id) {
      const state = readState(call.form.first('state') ?? '');
      if (state === undefined) throw wrong('state', call.phrasing.words.stateRule);
      await setState(database, moderationOf(call, 'dialog state'), { ids: [id], state });
      return { notice: 'noticeState' };
    },
    async topic(call, id) {
      const topic = parseTopic(call.form.first('topic') ?? '');
      if (!topic) throw new AppError('invalid', 'There is no such topic.');
      await setTopic(database, moderationOf(call, 'dialog topic'), { ids: [id], topic });
      return { notice: 'noticeTopic' };
    },
    async tag(call, dialogId) {
      const tags = readTagNames(call.form.first('tags') ?? '');
      if (!tags) throw wrong('tags', call.phrasing.words.tagsRule);
      await tagDialog(database, moderationOf(call, 'tag add'), { dialogId, tags });
      return { notice: 'noticeTagged' };
    },
    async untag(call, dialogId) {
      const tag = call.form.first('tag') ?? '';
      await untagDialog(database, moderationOf(call, 'tag remove'), { dialogId, tags: [tag] });
      return { notice: 'noticeUntagged', undo: { action: 'tag', tags: tag } };
    },
    async resolve(call, id) {
      const { changed } = await resolveReportsOf(database, moderationOf(call, 'reports resolve'), [id]);
      return changed.length === 0 ? UNCHANGED : { notice: 'noticeResolved' };
    },
    async block(call, id) {
      const [dialog] = await showDialogs(database, call.tenant.key, [id]);
      const sender = readSender(dialog?.email ?? dialog?.claimed ?? dialog?.sender ?? '');
      if (!sender) throw new AppError('invalid', call.phrasing.words.senderRule);
      await blockSender(database, moderationOf(call, 'block add'), sender);
      return { notice: 'noticeBlocked' };
    },
  };

  const commentActions: Record<string, Action> = {
    async approve(call, id) {
      await releaseComments(database, moderationOf(call, 'comment restore'), [id]);
      return { notice: 'noticeApproved' };
    },
    async official(call, id) {
      const mark = { ids: [id], isOrgReply: true };
      const { answered } = await setOrgReply(database, moderationOf(call, 'comment org-reply'), mark);
      const waiting = answered.length > 0 && { waiting: 'on' };
      return { notice: 'noticeOfficial', undo: { action: 'unofficial', ...waiting } };
    },
    async unofficial(call, id) {
      await setOrgReply(database, moderationOf(call, 'comment org-reply'), { ids: [id], isOrgReply: false });
      if (call.form.first('waiting') === 'on') {
        const choice = { ids: [dialogIdOf(call)], waiting: true };
        await setWaiting(database, moderationOf(call, 'dialog wait'), choice);
      }
      return { notice: 'noticeUnofficial', undo: { action: 'official' } };
    },
  };

  async function page(call: ForumCall, content: object = {}): Promise<View> {
    const { key: slug, forum } = call.tenant;
    const [dialog] = await showDialogs(database, slug, [dialogIdOf(call)]);
    if (!dialog) throw new AppError('not-found', 'There is no such dialog.');
    const actor = actorOf(call);
    const before = parseId(call.query.first('before') ?? '') ?? undefined;
    const [{ comments, ...older }, states, others, originals, canned, answering] = await Promise.all([
      readCommentPage(database, { slug, dialogId: dialog.id, before }),
      listStates(database, forum.id),
      dialog.email === null ? [] : othersOf(slug, dialog.email, dialog.id),
      listOriginals(database, forum.id, dialog.id),
      listCannedAnswers(database, forum.id),
      listAnswering(database, answeringOf(call)),
    ]);
    const filled = canned.map((answer) => ({ ...answer, text: fillCannedAnswer(answer.text, dialog) }));
    const chosen = filled.find(({ id }) => String(id) === call.query.first('canned'));
    return {
      template: 'dialog/dialog',
      title: dialog.title,
      section: 'queue',
      content: {
        dialog,
        comments,
        older,
        isOlder: before !== undefined,
        openReports: dialog.reports.filter(({ resolved_at }) => !resolved_at),
        states,
        others,
        mayModerate: isPermitted(actor, 'dialog archive'),
        mayBlock: isPermitted(actor, 'block add'),
        originalsOf: Map.groupBy(originals, ({ comment_id }) => comment_id),
        canned: filled,
        answering,
        topics: TOPICS.filter((topic) => topic === dialog.topic || forum.topics.includes(topic)),
        author: publicName(call),
        publicAddress: `/forum/${slug}/${dialog.id}`,
        typed: { text: chosen?.text },
        wrong: {},
        problem: undefined,
        ...content,
      },
    };
  }

  async function othersOf(slug: string, email: string, id: number) {
    const dialogs = await listDialogs(database, { slug, which: 'visible', email, limit: MAX_OTHERS + 1 });
    return dialogs.filter((other) => other.id !== id).slice(0, MAX_OTHERS);
  }

  async function perform(call: DialogCall, actions: Record<string, Action>, id: number) {
    const name = call.form.first('action') ?? '';
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new AppError('invalid', 'There is no such action.');
    const seeOther = LEAVING.has(name) ? `${call.base}/queue` : addressOf(call);
    try {
      const { notice, undo } = await action(call, id);
      return { seeOther, notice, undo: undo && { action: call.request.path, fields: undo } };
    } catch (error) {
      return { ...(await page(call, { wrong: fieldErrorsOf(error) })), status: 422 };
    }
  }

  return {
    '/dialogs/:dialog': {
      read: (call) => page(call).catch((error) => leadOn(call, error)),
      post: (call) => perform(call, dialogActions, dialogIdOf(call)),
    },
    '/dialogs/:dialog/answer': {
      maximumBytes: MAX_POST_BYTES,
      read: async (call) => ({ seeOther: addressOf(call) }),
      async post(call) {
        const text = call.form.first('text') ?? '';
        const state = call.form.first('state') ?? '';
        try {
          const id = await answer(call, text, state);
          await stopAnswering(database, answeringOf(call));
          return { seeOther: `${addressOf(call)}#comment-${id}`, notice: 'noticeAnswered' };
        } catch (error) {
          return notAnswered(call, { text, state }, error);
        }
      },
    },
    '/dialogs/:dialog/comments/:comment': {
      read: async (call) => ({ seeOther: addressOf(call) }),
      post: (call) => perform(call, commentActions, pathId(call.path, 'comment')),
    },
    '/dialogs/:dialog/delete': {
      read: (call) => deletion(call),
      async post(call) {
        const id = dialogIdOf(call);
        try {
          requireConfirmation(call, String(id));
        } catch (error) {
          return { ...(await deletion(call, { wrong: fieldErrorsOf(error) })), status: 422 };
        }
        await deleteDialogs(database, moderationOf(call, 'dialog delete'), [id]);
        return { seeOther: `${call.base}/queue`, notice: 'noticeDeleted' };
      },
    },
    '/dialogs/:dialog/comments/:comment/delete': {
      read: (call) => deletion(call),
      async post(call) {
        const id = pathId(call.path, 'comment');
        try {
          requireConfirmation(call, String(id));
        } catch (error) {
          return { ...(await deletion(call, { wrong: fieldErrorsOf(error) })), status: 422 };
        }
        await deleteComments(database, moderationOf(call, 'comment delete'), [id]);
        return { seeOther: addressOf(call), notice: 'noticeCommentDeleted' };
      },
    },
  };

  /** A dialog that was merged into another one. */
  async function leadOn(call: ForumCall, error: unknown) {
    const isMissing = error instanceof AppError && error.kind === 'not-found';
    const target = isMissing
      ? await findMergedInto(database, call.tenant.forum.id, dialogIdOf(call))
      : undefined;
    if (target === undefined) throw error;
    return { seeOther: `${call.base}/dialogs/${target}`, notice: 'noticeAlreadyMerged' };
  }

  /** The page again with what was typed, or what was typed alone when the dialog is gone. */
  async function notAnswered(call: DialogCall, typed: { text: string; state: string }, error: unknown) {
    const { words } = call.phrasing;
    const { status, headers, wrong, problem } = refusalOf(inWordsOf(call, error), call.phrasing);
    try {
      return { ...(await page(call, { typed, wrong, problem })), status, headers };
    } catch {
      const content = { text: typed.text, message: problem ?? words.notFound };
      return { template: 'dialog/not-answered', title: words.notSaved, status, headers, content };
    }
  }

  async function answer(call: DialogCall, text: string, typedState: string): Promise<number> {
    const state = typedState === '' ? undefined : readState(typedState);
    if (typedState !== '' && state === undefined) throw wrong('newState', call.phrasing.words.stateRule);
    const { forum } = call.tenant;
    const { email } = call.session.person;
    const name = publicName(call);
    const origin = originOf(call.request, clients);
    const identity = await identify({ forumId: forum.id, email, name, sender: origin.sender, keyed: true });
    return answerDialog(database, moderationOf(call, 'comment answer'), {
      dialogId: dialogIdOf(call),
      text,
      author: { identity, email, name },
      origin,
      state,
    });
  }

  async function deletion(call: ForumCall, content: object = {}): Promise<View> {
    const [dialog] = await showDialogs(database, call.tenant.key, [dialogIdOf(call)]);
    const commentId = call.path.comment === undefined ? undefined : pathId(call.path, 'comment');
    const [comment] =
      commentId === undefined ? [] : await showComments(database, call.tenant.key, [commentId]);
    if (!dialog || (comment && comment.dialog_id !== dialog.id))
      throw new AppError('not-found', 'There is no such post.');
    return {
      template: 'dialog/delete',
      title: call.phrasing.words.delete,
      section: 'queue',
      content: { dialog, comment, here: call.request.path, address: addressOf(call), wrong: {}, ...content },
    };
  }
}

/** Somebody who has not given a name yet goes by the e-mail address at the desk, which is nothing for readers. */
function publicName({ session: { person }, tenant }: ForumCall): string {
  const name = person.name === person.email ? tenant.forum.formal_name : person.name;
  return Array.from(name).slice(0, LONGEST_AUTHOR).join('');
}

/** Mistakes in an answer, in the language of the page. */
function inWordsOf({ phrasing: { words } }: ForumCall, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details.fields?.text) return error;
  return wrong('text', error.kind === 'conflict' ? words.answeredTwice : words.textRule);
}

/** Undoing would publish what was refused, or hide what was approved where no one looks. */
function afterMove({ changed, wereHeld }: Moved, acted: Acted): Acted {
  if (changed.length === 0) return UNCHANGED;
  return wereHeld.length === 0 ? acted : { notice: acted.notice };
}

function wrong(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } });
}
