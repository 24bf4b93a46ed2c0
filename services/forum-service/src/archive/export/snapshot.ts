import { type Executor, sql } from '@guidepost/postgres';
import { describeTarget } from '../../addresses/list-addresses.ts';
import type { Target } from '../../addresses/targets.ts';
import type { StoredFile } from '../../files/files.ts';
import { tokensIn } from '../../files/link-kinds.ts';
import type { Forum } from '../../model/forum.ts';
import type { Metadata } from '../../posts/metadata.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import type { AddressLine } from '../import/line-schema.ts';

export interface Snapshot {
  forum: Forum;
  /** Total number, including archived dialogs. */
  count: number;
  /** In order of id, read in batches. */
  dialogs(): AsyncGenerator<ExportedDialog, void>;
  /** Old addresses that lead to no dialog as a whole, and the files that they lead to. */
  addresses(): Promise<{ addresses: AddressLine['addresses']; files: StoredFile[] }>;
}

export interface ExportedDialog {
  dialog: DialogRow;
  tags: TagRow[];
  votes: VoteRow[];
  comments: CommentRow[];
  addresses: AddressRow[];
  /** Those that the texts of the dialog and its comments link to. */
  files: StoredFile[];
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
  external: string | null;
}

export interface DialogRow extends PostRow {
  topic: string;
  title: string;
  state: string | null;
  former_state: string | null;
  accepted_comment: number | null;
  views: number;
  earlier_votes: number;
  archived: boolean;
  metadata: Metadata;
}

export interface CommentRow extends PostRow {
  dialog_id: number;
  is_org_reply: boolean;
  parent_id: number | null;
  /** When people found it helpful. */
  helpful: string[];
}

export interface VoteRow extends AuthorRow {
  dialog_id: number;
  pub_date: string;
}

interface FurtherRow extends Target {
  address: string;
  tag_name: string | null;
}

export interface AddressRow {
  dialog_id: number;
  /** Null for the dialog itself. */
  comment_id: number | null;
  address: string;
}

export interface TagRow {
  dialog_id: number;
  name: string;
  is_public: boolean;
}

const DIALOGS_AT_ONCE = 200;
const REPLIES_AT_ONCE = 1_000;

const countDialogs = sql`
  select coalesce(sum(t.dialogs), 0) as dialogs
  from topic_counts t
  where t.forum_id = $1
`;
const listDialogs = sql`
  -- Up to $3 dialogs after $2 that together have at most $4 comments and votes; always at least one.
  select d.id, d.topic, d.title, d.text, d.markdown, to_char(d.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as pub_date,
    d.state, d.former_state, d.accepted_comment, d.views, d.archived, d.held, d.poster_id, d.author_name, d.work_title,
    d.confirmed, d.metadata, d.earlier_votes, d.external, w.email
  from (
    select page.id, sum(page.replies) over (order by page.id) - page.replies as replies_before
    from (
      select i.id, i.num_comments + i.num_votes - i.earlier_votes as replies
      from dialogs i
      where i.forum_id = $1 and i.id > $2
      order by i.id
      limit $3
    ) page
  ) sized
  join dialogs d on d.forum_id = $1 and d.id = sized.id
  join posters w on w.forum_id = d.forum_id and w.id = d.poster_id
  where sized.replies_before < $4
  order by d.id
`;
const listComments = sql`
  select c.dialog_id, c.id, c.text, c.markdown, to_char(c.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as pub_date,
    c.is_org_reply, c.held, c.poster_id, c.author_name, c.work_title, c.confirmed, c.external,
    c.parent_id, w.email, array(
      select to_char(h.voted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
      from helpful_votes h
      where h.forum_id = $1 and h.dialog_id = c.dialog_id and h.comment_id = c.id
      order by h.voted_at, h.voter
    ) as helpful
  from comments c
  join posters w on w.forum_id = c.forum_id and w.id = c.poster_id
  where c.forum_id = $1 and c.dialog_id = any ($2::bigint[])
  order by c.dialog_id, c.id
`;
const listVotes = sql`
  select v.dialog_id, to_char(v.voted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as pub_date, v.poster_id,
    v.author_name, w.email
  from votes v
  join posters w on w.forum_id = v.forum_id and w.id = v.poster_id
  where v.forum_id = $1 and v.dialog_id = any ($2::bigint[])
  order by v.dialog_id, v.voted_at, v.voter
`;
const listTags = sql`
  select c.dialog_id, t.name, t.is_public
  from dialog_tags c
  join tags t on t.forum_id = c.forum_id and t.id = c.tag_id
  where c.forum_id = $1 and c.dialog_id = any ($2::bigint[])
  order by c.dialog_id, t.folded_name
`;

const listAddresses = sql`
  -- Those of dialogs and their comments, without those of a place in a text; and of dialogs that were merged into them.
  select o.dialog_id, o.comment_id, o.address
  from (
    select a.dialog_id, a.comment_id, a.address
    from addresses a
    where a.forum_id = $1 and a.dialog_id = any ($2::bigint[]) and a.fragment is null
    union all
    select m.dialog_id, null, '/' || m.id
    from merged_dialogs m
    where m.forum_id = $1 and m.dialog_id = any ($2::bigint[])
      and not exists (select from addresses a where a.forum_id = $1 and a.address = '/' || m.id)
  ) o
  order by o.dialog_id, o.address collate "C"
`;

const listFiles = sql`
  select f.token, f.media_type, f.bytes, f.name
  from files f
  where f.forum_id = $1 and f.token = any ($2::text[])
`;

const listFurther = sql`
  -- Old addresses that lead to pages, tags, other sites or places in texts; none of a tag that is gone.
  select a.address, a.dialog_id, a.comment_id, a.tag, a.page, a.url, a.fragment, t.name as tag_name
  from addresses a
  left join tags t on t.forum_id = a.forum_id and t.folded_name = a.tag
  where a.forum_id = $1 and (a.dialog_id is null or a.fragment is not null) and (a.tag is null or t.name is not null)
  order by a.address collate "C"
`;

/** Reads in one snapshot without blocking posts. @throws AppError `not-found` */
export function readSnapshot<Result>(
  database: Executor,
  slug: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return database.tx('export-forum', async (transaction) => {
    await transaction.none('set transaction isolation level repeatable read, read only');
    const forum = await requireForum(transaction, slug);
    const { id } = forum;
    const { dialogs } = await transaction.one<{ dialogs: number }>(countDialogs([id]));
    return work({
      forum,
      count: dialogs,
      dialogs: () => dialogsOf(transaction, id),
      async addresses() {
        const rows = await transaction.any<FurtherRow>(listFurther([id]));
        const addresses = rows.map((row) => ({ address: row.address, to: describeTarget(row) }));
        const files = await findFiles(transaction, id, [...tokensIn(addresses.map(({ to }) => to))]);
        return { addresses, files };
      },
    });
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
    const addresses = byDialog(await transaction.any<AddressRow>(listAddresses(values)));
    const posts = dialogs.map((dialog) => ({ dialog, comments: comments(dialog.id) }));
    const files = await filesOf(transaction, forumId, posts);
    for (const each of posts) {
      const { id } = each.dialog;
      yield { ...each, votes: votes(id), tags: tags(id), addresses: addresses(id), files: files(each) };
    }
    last = end.id;
  }
}

function byDialog<Row extends { dialog_id: number }>(rows: Row[]): (dialogId: number) => Row[] {
  const groups = Map.groupBy(rows, ({ dialog_id }) => dialog_id);
  return (dialogId) => groups.get(dialogId) ?? [];
}

/** Finds the files that the posts of a dialog link to, in the order of their tokens in the texts. */
async function filesOf(
  transaction: Executor,
  forumId: number,
  dialogs: readonly PostsOfDialog[],
): Promise<(dialog: PostsOfDialog) => StoredFile[]> {
  const tokensOf = new Map(dialogs.map((each) => [each, tokensIn(textsOf(each))]));
  const tokens = [...new Set([...tokensOf.values()].flatMap((some) => [...some]))];
  const rows = await findFiles(transaction, forumId, tokens);
  const byToken = new Map(rows.map((file) => [file.token, file]));
  return (dialog) => Array.from(tokensOf.get(dialog) ?? [], (token) => byToken.get(token) ?? []).flat();
}

async function findFiles(
  transaction: Executor,
  forumId: number,
  tokens: readonly string[],
): Promise<StoredFile[]> {
  return tokens.length === 0 ? [] : transaction.any<StoredFile>(listFiles([forumId, tokens]));
}

type PostsOfDialog = Pick<ExportedDialog, 'dialog' | 'comments'>;

function textsOf({ dialog, comments }: PostsOfDialog): string[] {
  return [dialog, ...comments].map(({ text }) => text);
}
