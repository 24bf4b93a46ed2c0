import { type FormCall, fieldErrorsOf, pathId, refusalOf, type View } from '@guidepost/desk';
import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import { fillCannedAnswer, listCannedAnswers } from '../../canned-answers/canned-answers.ts';
import { answerDialog } from '../../comments/answer-dialog.ts';
import { listAnswering, stopAnswering } from '../../comments/answering.ts';
import type { Context } from '../../context.ts';
import { listDeleted } from '../../deleted-posts/list-deleted.ts';
import { findMergedInto } from '../../dialogs/merged-dialogs.ts';
import { listOriginals } from '../../dialogs/originals.ts';
import { listStates } from '../../dialogs/states.ts';
import { THE_AUTHOR } from '../../model/actor.ts';
import { isPermitted } from '../../model/permissions.ts';
import { stateNameIn } from '../../model/solved.ts';
import { TOPICS } from '../../model/topics.ts';
import { listDialogs, readCommentPage, showDialogs } from '../../moderation/find-posts.ts';
import type { DialogDetails, ListedComment } from '../../moderation/post-details.ts';
import { readPostText, readState } from '../../moderation/typed-values.ts';
import { originOf } from '../../posting/origin.ts';
import { actorOf, type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';
import { SEEN } from '../review.ts';
import { answeringOf } from './answering-endpoint.ts';
import { MAX_ANSWER_BYTES, withAttachment } from './attachments.ts';
import { type Action, commentActions, dialogActions } from './dialog-actions.ts';
import { addressOf, dialogIdOf, fieldError } from './dialog-call.ts';
import { showTexts, sourcesOfFiles } from './shown-text.ts';

type DialogCall = FormCall<ForumCall>;

/** What a button acts on. */
interface Place {
  /** Of the dialog. */
  id: number;
  commentId?: number;
}

type Typed = { text: string; state: string };

type Needs = Pick<Context, 'database' | 'identify' | 'clients' | 'config' | 'files' | 'guidesOf'>;

/** What ends the work on a dialog, and leads back to the queue. */
const LEAVING = new Set(['done', 'archive', 'delete']);

/** How many other dialogs of a poster are shown. */
const MAX_OTHERS = 10;

/** Characters of an author's name. */
const LONGEST_AUTHOR = 100;

/** Everything about a dialog, and everything that staff do with it. */
export function dialogPages(context: Needs): Record<string, ForumPage> {
  const { database, identify, clients } = context;

  async function page(call: ForumCall, content: object = {}): Promise<View> {
    const { key: slug, forum } = call.tenant;
    const seen = { name: SEEN, at: Date.now() };
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
      foreign: sourcesOfFiles(context),
      content: {
        dialog,
        seen: { ...seen, latest: Math.max(0, ...dialog.comments.map(({ id }) => id)) },
        comments,
        html: await showMarkdown(call, dialog, comments),
        older,
        isOlder: before !== undefined,
        openReports: dialog.reports.filter(({ resolved_at }) => !resolved_at),
        states,
        stateName: (state: string) => stateNameIn(call.phrasing.language, state),
        others,
        mayModerate: isPermitted(actor, 'dialog archive'),
        mayBlock: isPermitted(actor, 'block add'),
        mayErase: isPermitted(actor, 'erase'),
        theAuthor: THE_AUTHOR,
        originalsOf: Map.groupBy(originals, ({ comment_id }) => comment_id),
        canned: filled,
        answering,
        hasGuides: context.guidesOf(slug) !== undefined,
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

  /** The HTML of what is Markdown, by post. */
  async function showMarkdown(call: ForumCall, dialog: DialogDetails, comments: readonly ListedComment[]) {
    const posts = [dialog, ...comments].filter(({ markdown }) => markdown);
    const html = await showTexts(context, call, posts);
    return new Map(posts.map((post, index) => [post, html[index]]));
  }

  async function othersOf(slug: string, email: string, id: number) {
    const dialogs = await listDialogs(database, { slug, which: 'visible', email, limit: MAX_OTHERS + 1 });
    return dialogs.filter((other) => other.id !== id).slice(0, MAX_OTHERS);
  }

  async function perform(call: DialogCall, actions: Record<string, Action>, { id, commentId }: Place) {
    const name = call.form.first('action') ?? '';
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new AppError('invalid', 'There is no such action.', { reason: 'noSuchChoice' });
    const here = `${addressOf(call)}${commentId === undefined ? '' : `#comment-${commentId}`}`;
    const seeOther = commentId === undefined && LEAVING.has(name) ? `${call.base}/queue` : here;
    try {
      const { notice, undo } = await action(call, commentId ?? id);
      return { seeOther, notice, undo: undo && { action: call.request.path, fields: undo } };
    } catch (error) {
      return { ...(await page(call, { wrong: fieldErrorsOf(error, call.phrasing) })), status: 422 };
    }
  }

  return {
    '/dialogs/:dialog': {
      read: (call) => page(call).catch((error) => leadOn(call, error)),
      post: (call) => perform(call, dialogActions(context), { id: dialogIdOf(call) }),
    },
    '/dialogs/:dialog/answer': {
      maximumBytes: MAX_ANSWER_BYTES,
      read: async (call) => ({ seeOther: addressOf(call) }),
      async post(call) {
        const state = call.form.first('state') ?? '';
        let text = call.form.first('text') ?? '';
        try {
          text = await withAttachment(context, call, text);
          if (call.form.first('action') === 'preview') return await previewAnswer(call, { text, state });
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
      post(call) {
        const commentId = pathId(call.path, 'comment');
        return perform(call, commentActions(context), { id: dialogIdOf(call), commentId });
      },
    },
  };

  /** From a dialog that was merged into another one, or deleted. */
  async function leadOn(call: ForumCall, error: unknown) {
    if (!isNotFound(error)) throw error;
    const [forumId, dialogId] = [call.tenant.forum.id, dialogIdOf(call)];
    const target = await findMergedInto(database, forumId, dialogId);
    if (target !== undefined)
      return { seeOther: `${call.base}/dialogs/${target}`, notice: 'noticeAlreadyMerged' };
    const { total } = await listDeleted(database, { forumId, dialogId, start: 0, limit: 1 });
    if (total === 0 || !isPermitted(actorOf(call), 'dialog undelete')) throw error;
    return { seeOther: `${call.base}/deleted/dialogs/${dialogId}`, notice: 'noticeDeleted' };
  }

  async function previewAnswer(call: DialogCall, typed: Typed): Promise<View> {
    const text = readPostText(typed.text);
    if (text === undefined) throw fieldError('text', call.phrasing.words.textRule);
    const [preview] = await showTexts(context, call, [{ text, markdown: true, dialog_id: dialogIdOf(call) }]);
    return page(call, { typed, preview });
  }

  /** The page again with what was typed, or what was typed alone when the dialog is gone. */
  async function notAnswered(call: DialogCall, typed: Typed, error: unknown) {
    const { words } = call.phrasing;
    const { status, headers, wrong, problem } = refusalOf(inWordsOf(call, error), call.phrasing);
    try {
      return { ...(await page(call, { typed, wrong, problem })), status, headers };
    } catch (failure) {
      if (!isNotFound(failure)) throw failure;
      const content = { text: typed.text, message: problem ?? words.notFound };
      return { template: 'dialog/not-answered', title: words.notSaved, status, headers, content };
    }
  }

  async function answer(call: DialogCall, text: string, typedState: string): Promise<number> {
    const state = typedState === '' ? undefined : readState(typedState);
    if (typedState !== '' && state === undefined) throw fieldError('newState', call.phrasing.words.stateRule);
    const { forum } = call.tenant;
    const { email } = call.session.person;
    const name = publicName(call);
    const origin = originOf(call.request, clients);
    const seen = call.form.first(SEEN);
    const identity = await identify({ forumId: forum.id, email, name, sender: origin.sender, keyed: true });
    return answerDialog(database, moderationOf(call, 'comment answer'), {
      dialogId: dialogIdOf(call),
      text,
      author: { identity, email, name },
      origin,
      state,
      // None was shown below a dialog without comments.
      seen: seen === undefined ? undefined : (parseId(seen) ?? 0),
      publicUrl: context.config.PUBLIC_URL,
    });
  }
}

/** The desk shows people without a name by their e-mail address; readers see the organization instead. */
function publicName({ session: { person }, tenant }: ForumCall): string {
  const name = person.name === person.email ? tenant.forum.formal_name : person.name;
  return Array.from(name).slice(0, LONGEST_AUTHOR).join('');
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'not-found';
}

/** Mistakes in an answer, in the language of the page. */
function inWordsOf({ phrasing: { words } }: ForumCall, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details.fields?.text) return error;
  return fieldError('text', error.kind === 'conflict' ? words.answeredTwice : words.textRule);
}
