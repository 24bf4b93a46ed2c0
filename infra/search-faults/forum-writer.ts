import type { Database } from '@guidepost/postgres';
import { deleteComments } from '../../services/forum-service/src/comments/delete-comments.ts';
import { archiveDialogs, restoreDialogs } from '../../services/forum-service/src/dialogs/archive-dialogs.ts';
import { deleteDialogs } from '../../services/forum-service/src/dialogs/delete-dialogs.ts';
import { choose } from './choose.ts';
import {
  change,
  count,
  type Ledger,
  type Promised,
  promise,
  replaceMark,
  type Visibility,
} from './ledger.ts';
import { newMark } from './marks.ts';
import { createProse } from './prose.ts';

export interface ForumWriterOptions {
  origin: string;
  slug: string;
  database: Database;
  ledger: Ledger;
}

/** A dialog of this writer, with the comments that can be deleted. */
interface OwnDialog {
  record: Promised;
  comments: { id: number; mark: string }[];
}

type Step = (dialog: OwnDialog) => Promise<void>;

/** Somebody who posts dialogs and comments over HTTP, and takes some of them back as editors do. */
export function createForumWriter(options: ForumWriterOptions): () => Promise<void> {
  const { slug, database, ledger } = options;
  const nextProse = createProse();
  const own: OwnDialog[] = [];
  const moderation = { slug, by: 'search:faults', action: 'search:faults' };
  const shown = ({ record }: OwnDialog) => record.visibility === 'shown';
  const hidden = ({ record }: OwnDialog) => record.visibility === 'hidden';

  async function postDialog(): Promise<void> {
    const mark = newMark();
    const prose = nextProse();
    const id = await post(options, `/${slug}`, { ...prose, topic: 'Q', title: `${prose.title} ${mark}` });
    if (id !== undefined) own.push({ record: promise(ledger, id, mark), comments: [] });
  }

  async function postComment({ record, comments }: OwnDialog): Promise<void> {
    const mark = newMark();
    const { name, useremail, text } = nextProse();
    const comment = { name, useremail, text: `${text} ${mark}` };
    const id = await post(options, `/comment/${slug}/${record.id}`, comment);
    if (id === undefined) return;
    comments.push({ id, mark });
    replaceMark(record, undefined, mark);
  }

  async function deleteComment({ record, comments }: OwnDialog): Promise<void> {
    const comment = comments.pop();
    if (!comment) return;
    await deleteComments(database, moderation, [comment.id]);
    replaceMark(record, comment.mark, undefined);
  }

  const become =
    (visibility: Visibility, move: typeof archiveDialogs | typeof deleteDialogs): Step =>
    async ({ record }) => {
      await move(database, moderation, [record.id]);
      record.visibility = visibility;
    };
  const steps: [which: (dialog: OwnDialog) => boolean, step: Step][] = [
    [shown, postComment],
    [shown, postComment],
    [shown, deleteComment],
    [shown, become('hidden', archiveDialogs)],
    [hidden, become('shown', restoreDialogs)],
    [shown, become('gone', deleteDialogs)],
  ];

  return async () => {
    const [which, step] = choose([...steps, ...steps.map(() => undefined)]) ?? [];
    const dialog = which && choose(own.filter(which));
    if (dialog && step) await change(dialog.record, () => step(dialog));
    else await postDialog();
  };
}

/** Posts, and resolves with the id of what was made. */
async function post(
  { origin, ledger }: ForumWriterOptions,
  path: string,
  body: object,
): Promise<number | undefined> {
  try {
    const answer = await fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.body?.cancel();
    count(ledger.posts, answer.status);
    return answer.status === 201
      ? Number(/(\d+)\.json$/.exec(answer.headers.get('location') ?? '')?.[1])
      : undefined;
  } catch {
    count(ledger.posts, 0);
    return undefined;
  }
}
