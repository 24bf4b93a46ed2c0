import { createHash } from 'node:crypto';
import { type Executor, sql } from '@guidepost/postgres';
import type { ArchivedComment, ArchivedDialog } from './archived-dialog.ts';
import { nameOf } from './check-line.ts';
import type { FreeDialog, ReadDialog } from './ids.ts';
import type { RefusedLine } from './import-progress.ts';

/** A post that an earlier import wrote, as it is now. */
interface KnownPost {
  id: number;
  external: string;
  /** The hexadecimal print of what that import wrote. */
  imported: string | null;
  text: string;
  markdown: boolean;
}

export interface KnownDialog extends KnownPost {
  title: string;
  state: string | null;
  /** The `external` of the accepted answer. */
  accepted: string | null;
}

export interface KnownComment extends KnownPost {
  dialog_id: number;
  is_org_reply: boolean;
}

/** By `external`. */
export interface KnownPosts {
  dialogs: ReadonlyMap<string, KnownDialog>;
  comments: ReadonlyMap<string, KnownComment>;
  /** Deleted here, or merged. */
  gone: ReadonlySet<string>;
}

const findDialogs = sql`
  select d.id, d.external, encode(d.imported, 'hex') as imported, d.title, d.text, d.markdown, d.state, (
    select c.external from comments c where c.forum_id = $1 and c.id = d.accepted_comment
  ) as accepted
  from dialogs d
  where d.forum_id = $1 and d.external = any ($2::text[])
  order by d.id
  for update of d
`;
const findComments = sql`
  select c.id, c.dialog_id, c.external, encode(c.imported, 'hex') as imported, c.text, c.markdown, c.is_org_reply
  from comments c
  where c.forum_id = $1 and c.external = any ($2::text[])
  order by c.id
  for update of c
`;
const findGone = sql`
  -- Posts that were deleted or merged here.
  select m.external
  from merged_dialogs m
  where m.forum_id = $1 and m.external = any ($2::text[])
  union
  select r.stored ->> 'external'
  from deleted_rows r
  where r.forum_id = $1 and r.kind in ('dialogs', 'comments') and r.stored ->> 'external' = any ($2::text[])
`;

/** Locks the posts of an archive that are here already, in the order of decision 0020. */
export async function findKnownPosts(
  transaction: Executor,
  forumId: number,
  dialogs: readonly ArchivedDialog[],
): Promise<KnownPosts> {
  const ofDialogs = dialogs.flatMap(({ external }) => external ?? []);
  const ofComments = dialogs.flatMap(({ comments }) => comments.flatMap(({ external }) => external ?? []));
  if (ofDialogs.length + ofComments.length === 0)
    return { dialogs: new Map(), comments: new Map(), gone: new Set() };
  const foundDialogs = await transaction.any<KnownDialog>(findDialogs([forumId, ofDialogs]));
  const foundComments = await transaction.any<KnownComment>(findComments([forumId, ofComments]));
  const gone = await transaction.any<{ external: string }>(
    findGone([forumId, [...ofDialogs, ...ofComments]]),
  );
  return {
    dialogs: new Map(foundDialogs.map((dialog) => [dialog.external, dialog])),
    comments: new Map(foundComments.map((comment) => [comment.external, comment])),
    gone: new Set(gone.map(({ external }) => external)),
  };
}

interface DividedLines {
  /** Dialogs that are not here. */
  fresh: ReadDialog[];
  /** Dialogs that are here, with those of their comments that are not. */
  again: ReadDialog[];
  /** How many dialogs were deleted or merged here. */
  gone: number;
  refusals: RefusedLine[];
}

/** Divides lines by whether their dialogs are here already. The first line of each dialog counts. */
export function divideLines(lines: readonly ReadDialog[], known: KnownPosts): DividedLines {
  const divided: DividedLines = { fresh: [], again: [], gone: 0, refusals: [] };
  const seen = new Set<string>();
  for (const { line, dialog } of lines) {
    const { external } = dialog;
    if (external === null || seen.has(external) || !(known.dialogs.has(external) || known.gone.has(external)))
      divided.fresh.push({ line, dialog });
    else if (known.dialogs.has(external)) divided.again.push({ line, dialog: withNewComments(dialog, line) });
    else divided.gone += 1;
    if (external !== null) seen.add(external);
  }
  return divided;

  function withNewComments(dialog: ArchivedDialog, line: number): ArchivedDialog {
    const comments = dialog.comments.filter((comment) => {
      if (comment.external !== null)
        return !known.comments.has(comment.external) && !known.gone.has(comment.external);
      const reason = `comments[${comment.index}].external: is missing, and the dialog is here already`;
      divided.refusals.push({ line, part: 'comment', ...nameOf(comment), reason });
      return false;
    });
    return { ...dialog, id: undefined, external: null, comments };
  }
}

/**
 * A dialog that is here, with the ids that it and its comments have here. @param free with its comments that are not
 */
export function withKnownIds(free: FreeDialog, dialog: ArchivedDialog, known: KnownPosts): FreeDialog {
  const added = new Set(free.comments.map(({ index }) => index));
  const comments = dialog.comments.flatMap((comment) => {
    const present = known.comments.get(comment.external ?? '');
    if (present) return [{ ...comment, id: present.id }];
    return added.has(comment.index) ? [comment] : [];
  });
  return { ...dialog, line: free.line, id: known.dialogs.get(dialog.external ?? '')?.id, comments };
}

/** The hash of the values that an import changes of a dialog, to compare what it wrote with what is there. */
export function printOfDialog({
  title,
  text,
  markdown,
  state,
  accepted,
}: Pick<KnownDialog, 'title' | 'text' | 'markdown' | 'state' | 'accepted'>): string {
  return printOf([title, text, markdown, state, accepted]);
}

/** The hash of the values that an import changes of a comment. */
export function printOfComment({
  text,
  markdown,
  is_org_reply,
}: Pick<KnownComment, 'text' | 'markdown' | 'is_org_reply'>): string {
  return printOf([text, markdown, is_org_reply]);
}

export function acceptedIn(
  comments: readonly Pick<ArchivedComment, 'accepted' | 'external'>[],
): string | null {
  return comments.find(({ accepted }) => accepted)?.external ?? null;
}

function printOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
