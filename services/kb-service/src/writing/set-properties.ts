import { type Executor, sql } from '@guidepost/postgres';
import { findNamedGuides, type GuideNames, type NamedGuide } from '../content/find-named-guides.ts';
import {
  GUIDE_PROPERTIES,
  type GuideProperties,
  invalidProperty,
  PROPERTY_NAMES,
  today,
} from '../content/guide-properties.ts';
import type { Actor } from '../model/permissions.ts';
import type { AuditEvent } from '../tenants/audit.ts';
import { changeUnseen } from '../tenants/changes.ts';

/** Missing properties stay. */
export type PropertyChanges = { [Name in keyof GuideProperties]?: GuideProperties[Name] | undefined };

/** A person who may write in a knowledge base. */
export interface Writer {
  id: number;
  email: string;
  name: string;
}

interface PropertyRecord {
  guide_id: number;
  owner_id: number | null;
  review_months: number | null;
  reviewed_on: string | null;
}

const listAll = sql`
  -- Those who have accepted their invitation.
  select p.id, p.email, coalesce(p.name, p.email) as name
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  where m.tenant_id = $1 and m.accepted_at is not null
  order by name collate "und-x-icu", p.id
`;
const findByEmail = sql`
  -- Those with the e-mail addresses $2, as these are written. Locked, so that they do not leave meanwhile.
  select p.id, s.email
  from unnest($2::text[]) as s (email)
  join staff_people p on p.email_folded = lower(s.email collate "C")
  join staff_memberships m on m.tenant_id = $1 and m.person_id = p.id and m.accepted_at is not null
  for key share of m
`;
const findRecords = sql`
  select r.guide_id, r.owner_id, r.review_months, r.reviewed_on::text as reviewed_on
  from guide_reviews r
  where r.knowledge_base_id = $1 and r.guide_id = any($2::bigint[])
`;
const write = sql`
  -- $2 JSON array of records
  insert into guide_reviews (knowledge_base_id, guide_id, owner_id, review_months, reviewed_on)
  select $1, s.guide_id, s.owner_id, s.review_months, s.reviewed_on
  from json_to_recordset($2) as s (guide_id bigint, owner_id bigint, review_months smallint, reviewed_on date)
  on conflict (knowledge_base_id, guide_id) do update
  set owner_id = excluded.owner_id, review_months = excluded.review_months, reviewed_on = excluded.reviewed_on
`;

/** The people who may own guides, by name. */
export function listWriters(executor: Executor, knowledgeBaseId: number): Promise<Writer[]> {
  return executor.any<Writer>(listAll([knowledgeBaseId]));
}

/**
 * Changes properties of guides, all or none. Neither their texts nor their last changes notice.
 * @returns the slugs of the guides that changed
 * @throws AppError `not-found` with every unknown guide, or `invalid` with the field `owner` for someone who may not write
 */
export function setGuideProperties(
  database: Executor,
  actor: Actor,
  { host, changes, ...names }: GuideNames & { host: string; changes: PropertyChanges },
): Promise<string[]> {
  return changeUnseen(database, { host, actor, action: actionFor(changes) }, async (transaction, { id }) => {
    const guides = await findNamedGuides(transaction, id, names);
    const said = guides.map((guide) => ({ guideId: guide.id, changes }));
    const { changed, unknown } = await writeProperties(transaction, id, said);
    if (unknown.length > 0) throw invalidProperty('owner');
    const edited = guides.filter((guide) => changed.has(guide.id));
    return {
      result: edited.map(({ slug }) => slug),
      audit: edited.map((guide) => describe(guide, changes)),
    };
  });
}

/** Notes that guides are still right, which moves their next reviews on. @throws as {@link setGuideProperties} */
export function confirmGuides(
  database: Executor,
  actor: Actor,
  guides: GuideNames & { host: string },
): Promise<string[]> {
  return setGuideProperties(database, actor, { ...guides, changes: { reviewedOn: today() } });
}

/** Whoever may change all of these. */
function actionFor(changes: PropertyChanges) {
  const actions = PROPERTY_NAMES.filter((name) => changes[name] !== undefined).map(
    (name) => GUIDE_PROPERTIES[name].action,
  );
  return actions.find((action) => action !== 'guide review') ?? 'guide review';
}

function describe({ id, slug }: NamedGuide, changes: PropertyChanges): AuditEvent {
  const said = PROPERTY_NAMES.filter((name) => changes[name] !== undefined);
  const details = said.map((name) => [GUIDE_PROPERTIES[name].attribute, changes[name] ?? 'none']);
  return { guideId: id, subject: slug, details: Object.fromEntries(details) };
}

/** The properties that a source or a request says of a guide. */
export interface SaidProperties {
  guideId: number;
  changes: PropertyChanges;
}

/**
 * Writes what is said of guides, which are locked or new.
 * @param options with `keepsLater`, a day of review before the present one does not count
 * @returns the guides that changed, and what was said with an owner who may not write: that owner is left out
 */
export async function writeProperties<Said extends SaidProperties>(
  transaction: Executor,
  knowledgeBaseId: number,
  said: readonly Said[],
  { keepsLater = false }: { keepsLater?: boolean } = {},
): Promise<{ changed: Set<number>; unknown: Said[] }> {
  const emails = new Set(said.flatMap(({ changes: { owner } }) => owner ?? []));
  const people = await transaction.any<{ id: number; email: string }>(
    findByEmail([knowledgeBaseId, [...emails]]),
  );
  const ids = new Map(people.map(({ id, email }) => [email, id]));
  const records = await transaction.any<PropertyRecord>(
    findRecords([knowledgeBaseId, said.map(({ guideId }) => guideId)]),
  );
  const before = new Map(records.map((record) => [record.guide_id, record]));
  const changed = said.flatMap(({ guideId, changes }) => {
    const record = before.get(guideId) ?? emptyRecord(guideId);
    const next = change(record, changes, { ids, keepsLater });
    return JSON.stringify(next) === JSON.stringify(record) ? [] : next;
  });
  if (changed.length > 0) await transaction.none(write([knowledgeBaseId, JSON.stringify(changed)]));
  return {
    changed: new Set(changed.map(({ guide_id }) => guide_id)),
    unknown: said.filter(({ changes: { owner } }) => owner && !ids.has(owner)),
  };
}

function emptyRecord(guideId: number): PropertyRecord {
  return { guide_id: guideId, owner_id: null, review_months: null, reviewed_on: null };
}

/** Reviews begin on the day on which they are first wanted. */
function change(
  before: PropertyRecord,
  { owner, reviewMonths = before.review_months, reviewedOn }: PropertyChanges,
  { ids, keepsLater }: { ids: ReadonlyMap<string, number>; keepsLater: boolean },
): PropertyRecord {
  const isLater = !keepsLater || !before.reviewed_on || (reviewedOn ?? '') > before.reviewed_on;
  const reviewed = (isLater ? reviewedOn : undefined) ?? before.reviewed_on;
  return {
    guide_id: before.guide_id,
    owner_id: owner === null ? null : (ids.get(owner ?? '') ?? before.owner_id),
    review_months: reviewMonths,
    reviewed_on: reviewed ?? (reviewMonths === null ? null : today()),
  };
}
