import { type Executor, sql } from '@guidepost/postgres';
import { findNamedGuides, type GuideNames, type NamedGuide } from '../content/find-named-guides.ts';
import { GUIDE_PROPERTIES, invalidProperty, PROPERTY_NAMES, today } from '../content/guide-properties.ts';
import { inMainLanguage, isEdition, type KnowledgeBase } from '../model/knowledge-base.ts';
import { type Action, type Actor, requirePermission } from '../model/permissions.ts';
import type { AuditEvent } from '../tenants/audit.ts';
import { changeKnowledgeBase, changeUnseen } from '../tenants/changes.ts';
import { concernsAllLanguages } from '../tenants/editions.ts';
import {
  lockRecords,
  type PropertyChanges,
  type PropertyEdit,
  type WrittenProperties,
  writeProperties,
} from './write-properties.ts';

/** A person who may write in a knowledge base. */
export interface Writer {
  id: number;
  email: string;
  name: string;
}

const listWriterRows = sql`
  -- Those who have accepted their invitation.
  select p.id, p.email, coalesce(p.name, p.email) as name
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  where m.tenant_id = $1 and m.accepted_at is not null
  order by name collate "und-x-icu", p.id
`;

/** The people who may own guides, by name. */
export function listWriters(
  executor: Executor,
  { main_id }: Pick<KnowledgeBase, 'main_id'>,
): Promise<Writer[]> {
  return executor.any<Writer>(listWriterRows([main_id]));
}

/**
 * Changes properties of guides, all or none. Neither their texts nor their last changes notice. Each language has its
 * summary and search words; the owner and the reviews are those of the guide in all.
 * @returns the slugs of the guides that changed
 * @throws AppError `not-found` with every unknown guide, or `invalid` with the field `owner` for someone who may not
 * write, and `reviewedOn` for reviews without the day of the last one; `forbidden` also for an author who changes what
 * readers see
 */
export function setGuideProperties(
  database: Executor,
  actor: Actor,
  { host, changes, ...names }: GuideNames & { host: string; changes: PropertyChanges },
): Promise<string[]> {
  const isDescription = changes.summary !== undefined || changes.synonyms !== undefined;
  // Search has its words from guides, whose writers take turns.
  const change = isDescription ? changeKnowledgeBase : changeUnseen;
  const attribution = { host, actor, action: actionFor(changes) };
  return change(database, attribution, async (transaction, knowledgeBase) => {
    const guides = await findNamedGuides(transaction, knowledgeBase.id, names);
    if (isDescription && guides.some(({ published }) => published)) {
      requirePermission(actor, 'guide publish', knowledgeBase);
    }
    const edits = guides.map((guide) => ({ guideId: guide.id, changes }));
    const { changed, refused } = await writeInLanguage(transaction, edits, { knowledgeBase, actor });
    if (refused.length > 0) throw invalidProperty('owner');
    const edited = guides.filter((guide) => changed.has(guide.id));
    return {
      changed: hasSummary(changed.values()),
      result: edited.map(({ slug }) => slug),
      audit: eventsOf(guides, changed),
    };
  });
}

type Edits = readonly PropertyEdit[];

/** Writes properties of guides in one language: what all languages have is written in the main one. */
async function writeInLanguage(
  transaction: Executor,
  edits: Edits,
  { knowledgeBase, actor }: { knowledgeBase: KnowledgeBase; actor: Actor },
): Promise<Pick<WrittenProperties<PropertyEdit>, 'changed' | 'refused'>> {
  const { id, main_id } = knowledgeBase;
  if (!isEdition(knowledgeBase)) return writeProperties(transaction, edits, { knowledgeBaseId: id });
  const [texts, reviews] = apart(edits);
  if (reviews.length > 0) {
    requirePermission(actor, actionFor(reviews[0]?.changes ?? {}), inMainLanguage(knowledgeBase));
  }
  const here = await writeProperties(transaction, texts, { knowledgeBaseId: id });
  const everywhere = await writeProperties(transaction, reviews, { knowledgeBaseId: main_id });
  const changed = edits.flatMap(({ guideId }) => {
    const both = { ...here.changed.get(guideId), ...everywhere.changed.get(guideId) };
    return Object.keys(both).length > 0 ? [[guideId, both] as const] : [];
  });
  return { changed: new Map(changed), refused: everywhere.refused };
}

/** The changes of what each language has of its own, and those of what all have; without edits of nothing. */
function apart(edits: Edits): [PropertyEdit[], PropertyEdit[]] {
  const some = ({ changes }: PropertyEdit) => Object.values(changes).some((value) => value !== undefined);
  const texts = edits.map(({ guideId, changes: { summary, synonyms } }) => ({
    guideId,
    changes: { summary, synonyms },
  }));
  const reviews = edits.map(({ guideId, changes: { owner, reviewMonths, reviewedOn } }) => ({
    guideId,
    changes: { owner, reviewMonths, reviewedOn },
  }));
  return [texts.filter(some), reviews.filter(some)];
}

/** Whether one of the changes is about a summary, the only property that readers see. */
export function hasSummary(changes: Iterable<PropertyChanges>): boolean {
  return [...changes].some(({ summary }) => summary !== undefined);
}

/** Guides that someone has found right. */
export interface ConfirmedGuides {
  /** The slugs of those that have reviews. */
  reviewed: string[];
  /** The slugs of the others, which stay as they are. */
  withoutReviews: string[];
}

/**
 * Notes that guides are still right, which moves their next reviews on. @throws AppError `not-found` with every unknown
 * guide
 */
export function confirmGuides(
  database: Executor,
  actor: Actor,
  { host, ...names }: GuideNames & { host: string },
): Promise<ConfirmedGuides> {
  const change = { host, actor, action: 'guide review' } as const;
  return changeUnseen(database, change, async (transaction, knowledgeBase) => {
    const { id } = knowledgeBase;
    if (isEdition(knowledgeBase)) throw concernsAllLanguages(knowledgeBase);
    const guides = await findNamedGuides(transaction, id, names);
    const edits = guides.map((guide) => ({ guideId: guide.id, changes: { reviewedOn: today() } }));
    const records = await lockRecords(transaction, id, edits);
    const hasReviews = (guideId: number) => (records.get(guideId)?.review_months ?? null) !== null;
    const due = edits.filter(({ guideId }) => hasReviews(guideId));
    const { changed } = await writeProperties(transaction, due, { knowledgeBaseId: id });
    const slugsOf = (some: readonly NamedGuide[]) => some.map(({ slug }) => slug);
    return {
      result: {
        reviewed: slugsOf(guides.filter((guide) => hasReviews(guide.id))),
        withoutReviews: slugsOf(guides.filter((guide) => !hasReviews(guide.id))),
      },
      audit: eventsOf(guides, changed),
    };
  });
}

/** The action of those who may change all of these. Another day than today is chosen, as owners and intervals are. */
function actionFor({ summary, synonyms, owner, reviewMonths, reviewedOn }: PropertyChanges): Action {
  const isChosen = reviewedOn !== undefined && reviewedOn !== today();
  if (owner !== undefined || reviewMonths !== undefined || isChosen) return 'guide assign';
  return summary === undefined && synonyms === undefined ? 'guide review' : 'guide describe';
}

function eventsOf(
  guides: readonly NamedGuide[],
  changed: ReadonlyMap<number, PropertyChanges>,
): AuditEvent[] {
  return guides.flatMap(({ id, slug }) => {
    const changes = changed.get(id);
    if (!changes) return [];
    const names = PROPERTY_NAMES.filter((name) => changes[name] !== undefined);
    const details = names.map((name) => [GUIDE_PROPERTIES[name].attribute, changes[name] ?? 'none']);
    return { guideId: id, subject: slug, details: Object.fromEntries(details) };
  });
}
