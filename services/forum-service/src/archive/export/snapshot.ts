import { type Executor, preparedStatement } from '@guidepost/postgres';
import { requireForum } from '../../forums/find-forum.ts';
import type { Metadata } from '../../posting/metadata.ts';

export interface Snapshot {
  /** Total number, including archived dialogs. */
  count: number;
  /** In order of id, read in batches. */
  dialogs(): AsyncGenerator<ExportedDialog, void>;
}

export interface ExportedDialog {
  dialog: DialogRow;
  tags: TagRow[];
  votes: VoteRow[];
  comments: CommentRow[];
}

export interface AuthorRow {
  poster_id: number;
  author_name: string;
  email: string | null;
}

export interface PostRow extends AuthorRow {
  id: number;
  text: string;
  markdown: boolean;
  pub_date: string;
  held: boolean;
  work_title: string | null;
  confirmed: boolean;
}

export interface DialogRow extends PostRow {
  topic: string;
  title: string;
  state: string | null;
  former_state: string | null;
  accepted_comment: number | null;
  views: number;
  archived: boolean;
  metadata: Metadata;
}

export interface CommentRow extends PostRow {
  dialog_id: number;
  is_org_reply: boolean;
}

export interface VoteRow extends AuthorRow {
  dialog_id: number;
  pub_date: string;
}

export interface TagRow {
  dialog_id: number;
  name: string;
  is_public: boolean;
}

const DIALOGS_AT_ONCE = 200;
const REPLIES_AT_ONCE = 1_000;

const countDialogs = preparedStatement(new URL('./sql/count-dialogs.sql', import.meta.url));
const listDialogs = preparedStatement(new URL('./sql/list-dialogs.sql', import.meta.url));
const listComments = preparedStatement(new URL('./sql/list-comments.sql', import.meta.url));
const listVotes = preparedStatement(new URL('./sql/list-votes.sql', import.meta.url));
const listTags = preparedStatement(new URL('./sql/list-dialog-tags.sql', import.meta.url));

/** Reads in one snapshot without blocking posts. @throws AppError `not-found` */
export function readSnapshot<Result>(
  database: Executor,
  slug: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return database.tx('export-forum', async (transaction) => {
    await transaction.none('set transaction isolation level repeatable read, read only');
    const { id } = await requireForum(transaction, slug);
    const { dialogs } = await transaction.one<{ dialogs: number }>(countDialogs([id]));
    return work({ count: dialogs, dialogs: () => dialogsOf(transaction, id) });
  });
}

async function* dialogsOf(transaction: Executor, forumId: number): AsyncGenerator<ExportedDialog, void> {
  for (let last = 0; ; ) {
    const page = [forumId, last, DIALOGS_AT_ONCE, REPLIES_AT_ONCE];
    const dialogs = await transaction.any<DialogRow>(listDialogs(page));
    const end = dialogs.at(-1);
    if (!end) return;
    const values = [forumId, dialogs.map(({ id }) => id)];
    const comments = byDialog(await transaction.any<CommentRow>(listComments(values)));
    const votes = byDialog(await transaction.any<VoteRow>(listVotes(values)));
    const tags = byDialog(await transaction.any<TagRow>(listTags(values)));
    for (const dialog of dialogs) {
      yield { dialog, comments: comments(dialog.id), votes: votes(dialog.id), tags: tags(dialog.id) };
    }
    last = end.id;
  }
}

function byDialog<Row extends { dialog_id: number }>(rows: Row[]): (dialogId: number) => Row[] {
  const groups = Map.groupBy(rows, ({ dialog_id }) => dialog_id);
  return (dialogId) => groups.get(dialogId) ?? [];
}
