import type { View } from '@guidepost/desk';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { THE_AUTHOR } from '../../model/actor.ts';
import { isPermitted } from '../../model/permissions.ts';
import { closingState, statesFor } from '../../model/states.ts';
import { TOPICS } from '../../model/topics.ts';
import { findAssigned, listAssignees } from '../../moderation/assign-dialogs.ts';
import { fillCannedAnswer, listCannedAnswers } from '../../moderation/canned-answers.ts';
import {
  type DialogDetails,
  type ListedComment,
  listDialogs,
  readCommentPage,
  showDialogs,
} from '../../moderation/find-posts.ts';
import { listNotes, type Note } from '../../moderation/notes.ts';
import { listRecentMerges } from '../../moderation/undo-merge.ts';
import { ANSWERING } from '../../posts/answer-dialog.ts';
import { attachingIn, MOST_OF_ANSWER } from '../../posts/attaching.ts';
import { listOriginals } from '../../posts/edit-posts.ts';
import { nextAddress, placeIn, placeQuery, queueAddress } from '../filters/queue-place.ts';
import { actorOf, choosableStates, type ForumCall, publicNameOf, stateViewsOf } from '../forum-tenant.ts';
import { SEEN } from '../review.ts';
import { answeringOf } from './answering-endpoint.ts';
import { dialogIdOf, showTexts, sourcesOfFiles } from './dialog-call.ts';

/** Comments and notes, the oldest first. */
function inOrder(comments: readonly ListedComment[], notes: readonly Note[]) {
  const events = [
    ...comments.map((comment) => ({ at: comment.pub_date, comment, note: undefined })),
    ...notes.map((note) => ({ at: note.written_at, note, comment: undefined })),
  ];
  return events.toSorted((one, other) => +one.at - +other.at);
}

/** How many other dialogs of a poster are shown. */
const MAX_OTHERS = 10;

/** @param content what differs after a form was sent: what was typed and what is wrong with it */
export type ShowDialog = (call: ForumCall, content?: object) => Promise<View>;

/** The page of a dialog. The function throws AppError `not-found`. */
export function createShowDialog(
  context: Pick<Context, 'database' | 'config' | 'files' | 'guidesOf'>,
): ShowDialog {
  const { database } = context;

  return async (call, content = {}) => {
    const { key: slug, forum } = call.tenant;
    const seen = { name: SEEN, at: Date.now() };
    const [dialog] = await showDialogs(database, slug, [dialogIdOf(call)]);
    if (!dialog) throw new AppError('not-found', 'There is no such dialog.');
    const actor = actorOf(call);
    const before = parseId(call.query.first('before') ?? '') ?? undefined;
    const [{ comments, ...older }, others, originals, canned, answering, assignees, assigned, merges] =
      await Promise.all([
        readCommentPage(database, { slug, dialogId: dialog.id, before }),
        dialog.email === null ? [] : othersOf(slug, dialog.email, dialog.id),
        listOriginals(database, forum.id, dialog.id),
        listCannedAnswers(database, forum),
        ANSWERING.list(database, answeringOf(call)),
        listAssignees(database, forum),
        findAssigned(database, forum.id, [dialog.id]),
        listRecentMerges(database, forum.id, dialog.id),
      ]);
    const closing = closingState(forum.states, dialog.topic);
    const place = { dialogId: dialog.id, from: older.older > 0 ? older.before : undefined, before };
    const notes = await listNotes(database, forum.id, place);
    const filled = canned.map((answer) => ({ ...answer, text: fillCannedAnswer(answer.text, dialog) }));
    const chosen = filled.find(({ id }) => String(id) === call.query.first('canned'));
    return {
      template: 'dialog/dialog',
      title: dialog.title,
      section: 'queue',
      foreign: sourcesOfFiles(context),
      content: {
        dialog,
        place: placeQuery(placeIn(call.query)),
        queueAddress: queueAddress(call),
        nextAddress: nextAddress(call, dialog.id),
        seen: { ...seen, latest: Math.max(0, ...dialog.comments.map(({ id }) => id)) },
        events: inOrder(comments, notes),
        html: await showMarkdown(call, dialog, comments),
        older,
        isOlder: before !== undefined,
        openReports: dialog.reports.filter(({ resolved_at }) => !resolved_at),
        states: choosableStates(statesFor(forum.states, dialog.topic), [dialog.state]),
        closing: closing === dialog.state ? undefined : closing,
        ...stateViewsOf(call),
        others,
        mayModerate: isPermitted(actor, 'dialog archive'),
        mayBlock: isPermitted(actor, 'block add'),
        theAuthor: THE_AUTHOR,
        originalsOf: Map.groupBy(originals, ({ comment_id }) => comment_id),
        canned: filled,
        answering,
        assignees,
        merges,
        assignee: assigned.get(dialog.id),
        hasGuides: context.guidesOf(forum) !== undefined,
        topics: TOPICS.filter((topic) => topic === dialog.topic || forum.topics.includes(topic)),
        attaching: attachingIn(call.phrasing.language, MOST_OF_ANSWER),
        author: publicNameOf(call),
        publicAddress: `/forum/${slug}/${dialog.id}`,
        typed: { text: chosen?.text },
        wrong: {},
        problem: undefined,
        ...content,
      },
    };
  };

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
}
