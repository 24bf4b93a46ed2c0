import { byName } from '@guidepost/i18n/text-order';
import { type Executor, isUniqueViolation, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import { escapeMarkdown } from '../rendering/escape.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';

/** A text that staff answer with again and again. */
export interface CannedAnswer {
  id: number;
  name: string;
  /** With `{name}` and `{title}` as placeholders. */
  text: string;
}

export const LONGEST_CANNED_NAME = 100;

const list = sql`
  select a.id, a.name, a.text
  from canned_answers a
  where a.forum_id = $1
`;
const insert = sql`
  insert into canned_answers (forum_id, name, text)
  values ($1, $2, $3)
  returning id
`;
const update = sql`
  -- Null leaves the name $3 or the text $4.
  update canned_answers a
  set name = coalesce($3, a.name), text = coalesce($4, a.text)
  where a.forum_id = $1 and a.id = $2
`;
const remove = sql`
  delete from canned_answers a
  where a.forum_id = $1 and a.id = $2
`;

/** The canned answers of a forum, by name. */
export async function listCannedAnswers(
  executor: Executor,
  { id, language }: Pick<Forum, 'id' | 'language'>,
): Promise<CannedAnswer[]> {
  const answers = await executor.any<CannedAnswer>(list([id]));
  return answers.toSorted(byName(language));
}

/** @throws AppError `conflict` when the name is taken; `not-found`, `forbidden` */
export function addCannedAnswer(
  database: Executor,
  moderation: Moderation,
  { name, text }: Omit<CannedAnswer, 'id'>,
): Promise<number> {
  return refusingTakenName(name, () =>
    moderate(database, moderation, async (transaction, forum) => {
      const { id } = await transaction.one<{ id: number }>(insert([forum.id, name, text]));
      return { events: [{ details: { canned: id } }], visible: false, result: id };
    }),
  );
}

/**
 * Undefined leaves the name or the text. @throws AppError `conflict` when the name is taken; `not-found`, `forbidden`
 */
export function changeCannedAnswer(
  database: Executor,
  moderation: Moderation,
  { id, name, text }: { id: number; name?: string | undefined; text?: string | undefined },
): Promise<void> {
  return refusingTakenName(name ?? '', () =>
    moderate(database, moderation, async (transaction, forum) => {
      const { rowCount } = await transaction.result(update([forum.id, id, name ?? null, text ?? null]));
      if (rowCount === 0) throw noSuchAnswer();
      return { events: [{ details: { canned: id } }], visible: false, result: undefined };
    }),
  );
}

/** @throws AppError `not-found`, `forbidden` */
export function removeCannedAnswer(database: Executor, moderation: Moderation, id: number): Promise<void> {
  return moderate(database, moderation, async (transaction, forum) => {
    const { rowCount } = await transaction.result(remove([forum.id, id]));
    if (rowCount === 0) throw noSuchAnswer();
    return { events: [{ details: { canned: id } }], visible: false, result: undefined };
  });
}

/** The Markdown for one dialog: `{name}` is the first name of its author, `{title}` its title. */
export function fillCannedAnswer(text: string, { name, title }: { name: string; title: string }): string {
  const [firstName = name] = name.trim().split(/\s+/);
  const values = new Map([
    ['{name}', escapeMarkdown(firstName)],
    ['{title}', escapeMarkdown(title)],
  ]);
  return text.replaceAll(/\{(?:name|title)\}/g, (placeholder) => values.get(placeholder) ?? placeholder);
}

async function refusingTakenName<Result>(name: string, change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError('conflict', `There is already a canned answer named ${name}.`, { cause });
  }
}

function noSuchAnswer(): AppError {
  return new AppError('not-found', 'There is no such canned answer.');
}
