import { type Executor, sql } from '@guidepost/postgres';
import { findNamedGuides, type GuideNames, type NamedGuide } from '../content/find-named-guides.ts';
import { GUIDE_PROPERTIES, invalidProperty, PROPERTY_NAMES, today } from '../content/guide-properties.ts';
import { type Action, type Actor, requirePermission } from '../model/permissions.ts';
import type { AuditEvent } from '../tenants/audit.ts';
import { changeKnowledgeBase, changeUnseen } from '../tenants/changes.ts';
import { lockRecords, type PropertyChanges, writeProperties } from './write-properties.ts';

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
export function listWriters(executor: Executor, knowledgeBaseId: number): Promise<Writer[]> {
  return executor.any<Writer>(listWriterRows([knowledgeBaseId]));
}

/**
 * Changes properties of guides, all or none. Neither their texts nor their last changes notice.
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
  return change(database, { host, actor, action: actionFor(changes) }, async (transaction, { id }) => {
    const guides = await findNamedGuides(transaction, id, names);
    if (isDescription && guides.some(({ published }) => published)) requirePermission(actor, 'guide publish');
    const edits = guides.map((guide) => ({ guideId: guide.id, changes }));
    const { changed, refused } = await writeProperties(transaction, edits, { knowledgeBaseId: id });
    if (refused.length > 0) throw invalidProperty('owner');
    const edited = guides.filter((guide) => changed.has(guide.id));
    return {
      changed: hasSummary(changed.values()),
      result: edited.map(({ slug }) => slug),
      audit: eventsOf(guides, changed),
    };
  });
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
  return changeUnseen(database, { host, actor, action: 'guide review' }, async (transaction, { id }) => {
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
