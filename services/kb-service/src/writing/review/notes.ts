import { type Executor, sql } from '@guidepost/postgres';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import type { Action, Actor } from '../../model/permissions.ts';
import { changeUnseen } from '../../tenants/changes.ts';
import type { OpenDraft } from '../drafts/change-draft.ts';
import { readWorkingCopy } from '../drafts/working-copy.ts';
import { invalidField, requireStorable } from '../structure/names-and-slugs.ts';

/** A passage of a guide by its words, and the words around it, in case it is there several times. */
export interface Passage {
  quote: string;
  before: string;
  after: string;
}

/** Code points. */
const LONGEST_TEXT = 5_000;
const LONGEST_QUOTE = 1_000;
const LONGEST_CONTEXT = 100;

interface NoteOfGuide {
  host: string;
  guideId: number;
}

interface OneNote extends NoteOfGuide {
  noteId: number;
}

const insertNote = sql`
  -- $3 the note that it answers, $4 to $6 a passage, $7 whether a proposal is returned with it
  insert into guide_notes (
    knowledge_base_id, guide_id, note_id, quote, quote_before, quote_after, returned, text, author_id, author_name
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
`;
const findNote = sql`
  -- Notes alone have answers and are resolved. Locked, so that it is still there when it gets an answer.
  select n.id
  from guide_notes n
  where n.knowledge_base_id = $1 and n.guide_id = $2 and n.id = $3 and n.note_id is null
  for no key update
`;
const setResolved = sql`
  -- $4 who resolves the note; null opens it again
  update guide_notes n
  set resolved_by = $4, resolved_at = case when $4::text is null then null else now() end
  where n.knowledge_base_id = $1 and n.guide_id = $2 and n.id = $3 and (n.resolved_at is null) = ($4::text is not null)
`;
const deleteOwn = sql`
  -- A note goes with its answers. Someone without number $4, as on the command line, is known by name, $5.
  delete from guide_notes n
  where n.knowledge_base_id = $1 and n.guide_id = $2 and n.id = $3
    and case when $4::bigint is null then n.author_name = $5 else n.author_id = $4 end
  returning n.id
`;

interface NewNote {
  text: string;
  passage?: Passage | undefined;
  noteId?: number;
  returned?: boolean;
}

/**
 * Writes a note on a passage, or on the whole guide.
 * @throws AppError `not-found`, or `invalid` with the field `note` or `noteQuote`
 */
export function writeNote(
  database: Executor,
  actor: Actor,
  { host, guideId, text, passage }: NoteOfGuide & Pick<NewNote, 'text' | 'passage'>,
): Promise<void> {
  const change = { host, guideId, action: 'note write' } as const;
  return changeNotes(database, actor, change, (transaction, knowledgeBaseId) =>
    insert(transaction, actor, { knowledgeBaseId, guideId, text, passage }),
  );
}

/** Answers a note. @throws AppError `not-found`, or `invalid` with the field `note` */
export function answerNote(
  database: Executor,
  actor: Actor,
  { host, guideId, noteId, text }: OneNote & { text: string },
): Promise<void> {
  const change = { host, guideId, action: 'note answer' } as const;
  return changeNotes(database, actor, change, async (transaction, knowledgeBaseId) => {
    await requireNote(transaction, [knowledgeBaseId, guideId, noteId]);
    await insert(transaction, actor, { knowledgeBaseId, guideId, noteId, text });
  });
}

/** Resolves a note, or opens it again. @throws AppError `not-found` */
export function resolveNote(
  database: Executor,
  actor: Actor,
  { host, guideId, noteId, isResolved }: OneNote & { isResolved: boolean },
): Promise<void> {
  const change = { host, guideId, action: isResolved ? 'note resolve' : 'note reopen' } as const;
  return changeNotes(database, actor, change, async (transaction, knowledgeBaseId) => {
    await requireNote(transaction, [knowledgeBaseId, guideId, noteId]);
    const by = isResolved ? actor.name : null;
    await transaction.none(setResolved([knowledgeBaseId, guideId, noteId, by]));
  });
}

/** Deletes a note with its answers, or an answer. @throws AppError `not-found`, also for those of others */
export function deleteNote(
  database: Executor,
  actor: Actor,
  { host, guideId, noteId }: OneNote,
): Promise<void> {
  const change = { host, guideId, action: 'note delete' } as const;
  return changeNotes(database, actor, change, async (transaction, knowledgeBaseId) => {
    const note = [knowledgeBaseId, guideId, noteId, actor.personId ?? null, actor.name];
    if (!(await transaction.oneOrNone(deleteOwn(note)))) throw noSuchNote();
  });
}

/** A note of the change that returns a proposal. @throws AppError `invalid` with the field `note` */
export function returnWithNote(
  { transaction, knowledgeBase, copy }: OpenDraft,
  actor: Actor,
  text: string,
): Promise<void> {
  const guide = { knowledgeBaseId: knowledgeBase.id, guideId: copy.id };
  return insert(transaction, actor, { ...guide, text, returned: true });
}

/** The audit says that there is a note, not what it says: it is kept when the note is deleted. */
function changeNotes(
  database: Executor,
  actor: Actor,
  { guideId, ...change }: NoteOfGuide & { action: Action },
  work: (transaction: Executor, knowledgeBaseId: number) => Promise<void>,
): Promise<void> {
  return changeUnseen(database, { ...change, actor }, async (transaction, { id }) => {
    const { published_slug: subject } = await readWorkingCopy(transaction, { knowledgeBaseId: id, guideId });
    await work(transaction, id);
    return { result: undefined, audit: { guideId, subject } };
  });
}

async function insert(
  transaction: Executor,
  { personId, name }: Actor,
  {
    knowledgeBaseId,
    guideId,
    noteId,
    passage,
    returned = false,
    ...note
  }: NewNote & { knowledgeBaseId: number; guideId: number },
): Promise<void> {
  const text = readText(note.text);
  const { quote, before, after } = passage ? readPassage(passage) : { quote: null, before: '', after: '' };
  const values = [noteId ?? null, quote, before, after, returned, text, personId ?? null, name];
  await transaction.none(insertNote([knowledgeBaseId, guideId, ...values]));
}

async function requireNote(transaction: Executor, note: number[]): Promise<void> {
  if (!(await transaction.oneOrNone(findNote(note)))) throw noSuchNote();
}

function noSuchNote(): AppError {
  return new AppError('not-found', 'There is no such note.');
}

function readText(typed: string): string {
  requireStorable(typed, 'note');
  const text = typed.replaceAll('\r\n', '\n').trim();
  const length = Array.from(text).length;
  if (length > 0 && length <= LONGEST_TEXT) return text;
  throw invalidField('note', `A note has 1 to ${LONGEST_TEXT} characters.`);
}

function readPassage({ quote: selected, before, after }: Passage): Passage {
  requireStorable(selected, 'noteQuote');
  const quote = foldWhiteSpace(selected);
  const length = Array.from(quote).length;
  if (length === 0 || length > LONGEST_QUOTE)
    throw invalidField('noteQuote', `A passage has 1 to ${LONGEST_QUOTE} characters.`);
  return {
    quote,
    before: contextOf(before).slice(-LONGEST_CONTEXT).join(''),
    after: contextOf(after).slice(0, LONGEST_CONTEXT).join(''),
  };
}

/** It only tells passages apart, so it need not be complete. */
function contextOf(text: string): string[] {
  return Array.from(foldWhiteSpace(text.toWellFormed().replaceAll('\0', '')));
}
