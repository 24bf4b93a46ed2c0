import { type ContentReader, type Executor, sql } from '@guidepost/postgres';
import type { Actor } from '../model/permissions.ts';
import { readRules, type SuggestionRule, writeRules, wrongRule } from '../widget/suggestion-rules.ts';
import { changeKnowledgeBase } from './changes.ts';

const find = sql`
  -- By the main language $1, which has them for all.
  select k.widget_rules as rules
  from knowledge_bases k
  where k.id = $1
`;
const update = sql`
  -- Writes only if something differs.
  update knowledge_bases k
  set widget_rules = $2
  where k.id = $1 and k.widget_rules <> $2::jsonb
  returning k.id
`;
const findKnown = sql`
  -- Those of the slugs $2 that guides have or had, and of the slugs $3 that tags have.
  select g.slug, false as is_tag
  from guides g
  where g.knowledge_base_id = $1 and g.slug = any($2::text[])
  union
  select f.slug, false
  from former_slugs f
  where f.knowledge_base_id = $1 and f.slug = any($2::text[])
  union
  select t.slug, true
  from tags t
  where t.knowledge_base_id = $1 and t.slug = any($3::text[])
`;

/** The guides that the widget suggests, by path. */
export async function findWidgetRules(executor: ContentReader, id: number): Promise<SuggestionRule[]> {
  const found = await executor.oneOrNone<{ rules: SuggestionRule[] }>(find([id]));
  return found?.rules ?? [];
}

/**
 * Replaces what the widget suggests. @param text as people write it
 * @throws AppError `invalid` for `widget_rules`, with the line that is wrong
 */
export function setWidgetRules(
  database: Executor,
  actor: Actor,
  { host, text }: { host: string; text: string },
): Promise<void> {
  return changeWidgetRules(database, actor, { host, change: () => text });
}

/**
 * Changes what the widget suggests, while no one else does. Rules that stay as they are may name guides that have been
 * deleted since.
 * @param change the rules as people write them, by those that there are
 * @throws AppError `invalid` for `widget_rules`, with the line that is wrong; what `change` throws
 */
export function changeWidgetRules(
  database: Executor,
  actor: Actor,
  { host, change }: { host: string; change: (present: readonly SuggestionRule[]) => string },
): Promise<void> {
  const attribution = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id }) => {
    const present = await findWidgetRules(transaction, id);
    const typed = readRules(change(present));
    const rules = typed.map(([, rule]) => rule);
    const kept = new Set(present.map((rule) => writeRules([rule])));
    await requireKnown(
      transaction,
      id,
      typed.filter(([, rule]) => !kept.has(writeRules([rule]))),
    );
    const changed = await place(transaction, id, rules);
    const audit = changed ? { details: { widget: writeRules(rules).split('\n') } } : [];
    return { changed, result: undefined, audit };
  });
}

/** The same within a transaction, whether or not there are such guides; undefined changes nothing. */
export async function placeWidgetRules(
  transaction: Executor,
  id: number,
  text: string | undefined,
): Promise<boolean> {
  if (text === undefined) return false;
  const rules = readRules(text).map(([, rule]) => rule);
  return place(transaction, id, rules);
}

/** @returns whether they are others now */
async function place(transaction: Executor, id: number, rules: readonly SuggestionRule[]): Promise<boolean> {
  return (await transaction.oneOrNone(update([id, JSON.stringify(rules)]))) !== null;
}

async function requireKnown(
  executor: Executor,
  id: number,
  typed: ReturnType<typeof readRules>,
): Promise<void> {
  const names = (of: 'guides' | 'tags') => typed.flatMap(([, rule]) => rule[of]);
  const rows = await executor.any<{ slug: string; is_tag: boolean }>(
    findKnown([id, names('guides'), names('tags')]),
  );
  const known = new Set(rows.map(({ slug, is_tag }) => `${is_tag} ${slug}`));
  for (const [line, { guides, tags }] of typed) {
    const unknown =
      guides.find((slug) => !known.has(`false ${slug}`)) ?? tags.find((slug) => !known.has(`true ${slug}`));
    if (unknown !== undefined) throw wrongRule(line, `There is no guide or tag ${unknown}.`);
  }
}
