import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Executor, sql } from '@guidepost/postgres';
import {
  type GuideProperties,
  invalidProperty,
  PROPERTY_NAMES,
  type PropertyName,
  today,
} from '../content/guide-properties.ts';

/** Missing properties stay. */
export type PropertyChanges = { [Name in PropertyName]?: GuideProperties[Name] | undefined };

/** The properties of one guide that a request, or the source of an import, sets. */
export interface PropertyEdit {
  guideId: number;
  changes: PropertyChanges;
}

interface PropertySource {
  /** Takes over all properties, also those that the source has not changed. */
  overwrite: boolean;
}

interface WriteOptions {
  knowledgeBaseId: number;
  /**
   * Present for an import: it takes over only properties that its source has changed since the last import, and never
   * moves a day of review back. If the source says `owner: maja` at two imports, and an editor chooses Nils between
   * them, Nils stays. So do a summary and search words from before their source said any.
   */
  source?: PropertySource | undefined;
}

export interface WrittenProperties<Edit> {
  /** The properties that changed, by the ID of the guide; guides without a change are missing. */
  changed: Map<number, PropertyChanges>;
  /** The edits whose owner may not write. That owner is left out; the other properties are written. */
  refused: { edit: Edit; isInvited: boolean }[];
}

interface ReviewRecord {
  guide_id: number;
  summary: string | null;
  synonyms: readonly string[];
  owner_id: number | null;
  review_months: number | null;
  reviewed_on: string | null;
  imported: PropertyChanges;
}

interface Member {
  id: number;
  /** As the edit spells it. */
  email: string;
  is_invited: boolean;
}

const COLUMNS = {
  summary: 'summary',
  synonyms: 'synonyms',
  owner: 'owner_id',
  reviewMonths: 'review_months',
  reviewedOn: 'reviewed_on',
} as const;

/** Properties that readers see or search; the others are for staff, and stand apart. */
const OF_GUIDE: ReadonlySet<PropertyName> = new Set(['summary', 'synonyms']);

const findMembers = sql`
  -- Those with the e-mail addresses $2, as these are written. Locked, so that they do not leave meanwhile.
  select p.id, s.email, m.accepted_at is null as is_invited
  from unnest($2::text[]) as s (email)
  join staff_people p on p.email_folded = lower(s.email collate "C")
  join staff_memberships m on m.tenant_id = $1 and m.person_id = p.id
  for key share of m
`;
const createRecords = sql`
  -- Records for the guides $2 that have none.
  insert into guide_reviews (knowledge_base_id, guide_id)
  select $1, g.id from unnest($2::bigint[]) as g (id) order by g.id
  on conflict (knowledge_base_id, guide_id) do nothing
`;
const lockRows = sql`
  -- The records of the guides $2. Whoever changes one, such as an owner who leaves, waits.
  select r.guide_id, g.summary, g.synonyms, r.owner_id, r.review_months, r.reviewed_on::text as reviewed_on, r.imported
  from guide_reviews r
  join guides g on g.knowledge_base_id = $1 and g.id = r.guide_id
  where r.knowledge_base_id = $1 and r.guide_id = any($2::bigint[])
  order by r.guide_id
  for no key update of r
`;
const writeRecords = sql`
  -- $2 JSON array of records, which are locked
  update guide_reviews r
  set owner_id = s.owner_id, review_months = s.review_months, reviewed_on = s.reviewed_on, imported = s.imported,
    changed_at = case when s.is_changed then now() else r.changed_at end
  from json_to_recordset($2) as s (
    guide_id bigint, owner_id bigint, review_months smallint, reviewed_on date, imported jsonb, is_changed boolean
  )
  where r.knowledge_base_id = $1 and r.guide_id = s.guide_id
`;
const writeTexts = sql`
  -- $2 JSON array of records whose guides have another summary, or are found by other words, than before
  update guides g
  set summary = s.summary, synonyms = s.synonyms
  from json_to_recordset($2) as s (guide_id bigint, summary text, synonyms text[])
  where g.knowledge_base_id = $1 and g.id = s.guide_id
`;

/**
 * Writes properties of guides. Those that readers see or search are written by one writer at a time, as the guides are.
 * @throws AppError `invalid` with the field `reviewedOn` for reviews without the day of the last one
 */
export async function writeProperties<Edit extends PropertyEdit>(
  transaction: Executor,
  edits: readonly Edit[],
  { knowledgeBaseId, source }: WriteOptions,
): Promise<WrittenProperties<Edit>> {
  const members = await membersNamedIn(transaction, knowledgeBaseId, edits);
  const mayWrite = ({ changes: { owner } }: Edit) => !owner || members.get(owner)?.is_invited === false;
  const allowed = edits.map((edit) => ({
    guideId: edit.guideId,
    changes: mayWrite(edit) ? edit.changes : { ...edit.changes, owner: undefined },
  }));
  const beginning = allowed.filter(({ changes }) =>
    PROPERTY_NAMES.some((name) => needsRecord(name, changes[name], source)),
  );
  await transaction.none(createRecords([knowledgeBaseId, beginning.map(({ guideId }) => guideId)]));
  const before = await lockRecords(transaction, knowledgeBaseId, allowed);
  const outcomes = allowed.flatMap(({ guideId, changes }) => {
    const record = before.get(guideId);
    return record ? changeRecord(record, changes, { members, source }) : [];
  });
  const records = outcomes.map(({ after, changed }) => ({ ...after, is_changed: touches(changed, false) }));
  if (records.length > 0) await transaction.none(writeRecords([knowledgeBaseId, JSON.stringify(records)]));
  const texts = outcomes.flatMap(({ after, changed }) => (touches(changed, true) ? after : []));
  if (texts.length > 0) await transaction.none(writeTexts([knowledgeBaseId, JSON.stringify(texts)]));
  return {
    changed: new Map(
      outcomes.flatMap(({ after, changed }) => (changed ? [[after.guide_id, changed] as const] : [])),
    ),
    refused: edits.flatMap((edit) =>
      mayWrite(edit) ? [] : { edit, isInvited: members.get(edit.changes.owner ?? '')?.is_invited ?? false },
    ),
  };
}

/** Whether a change has properties of guides themselves, or others. */
function touches(changes: PropertyChanges | undefined, ofGuides: boolean): boolean {
  return PROPERTY_NAMES.some((name) => changes?.[name] !== undefined && OF_GUIDE.has(name) === ofGuides);
}

/** The records of guides that have one, locked until the transaction ends. */
export async function lockRecords(
  transaction: Executor,
  knowledgeBaseId: number,
  guides: readonly { guideId: number }[],
): Promise<Map<number, ReviewRecord>> {
  const ids = guides.map(({ guideId }) => guideId);
  const records = await transaction.any<ReviewRecord>(lockRows([knowledgeBaseId, ids]));
  return new Map(records.map((record) => [record.guide_id, record]));
}

async function membersNamedIn(
  transaction: Executor,
  knowledgeBaseId: number,
  edits: readonly PropertyEdit[],
): Promise<Map<string, Member>> {
  const emails = new Set(edits.flatMap(({ changes: { owner } }) => owner ?? []));
  const members = await transaction.any<Member>(findMembers([knowledgeBaseId, [...emails]]));
  return new Map(members.map((member) => [member.email, member]));
}

/**
 * Whether a guide without a record needs one: for a value, and for an import also to remember that there is no owner,
 * or are no reviews.
 */
function needsRecord(
  name: PropertyName,
  value: PropertyChanges[PropertyName],
  source: PropertySource | undefined,
): boolean {
  return value !== undefined && (value !== null || (source !== undefined && !OF_GUIDE.has(name)));
}

interface Outcome {
  after: ReviewRecord;
  /** Undefined if only the record of what the source said differs. */
  changed: PropertyChanges | undefined;
}

/** @returns nothing for a record that stays as it is */
function changeRecord(
  before: ReviewRecord,
  asked: PropertyChanges,
  { members, source }: { members: ReadonlyMap<string, Member> } & Pick<WriteOptions, 'source'>,
): Outcome[] {
  const imported = source ? { ...before.imported, ...asStored(asked) } : before.imported;
  const news = source && !source.overwrite ? changedInSource(before, imported, asked) : asked;
  const changes = source && isEarlier(news, before) ? { ...news, reviewedOn: undefined } : news;
  const after = { ...apply(before, changes, members), imported };
  const names = PROPERTY_NAMES.filter(
    (name) => !isDeepStrictEqual(after[COLUMNS[name]], before[COLUMNS[name]]),
  );
  if (names.length === 0 && JSON.stringify(after.imported) === JSON.stringify(before.imported)) return [];
  const given = names.filter((name) => changes[name] !== undefined);
  const changed = given.map((name) => [name, changes[name]] as const);
  return [{ after, changed: names.length > 0 ? Object.fromEntries(changed) : undefined }];
}

/**
 * The values of a source, for the next import. The owner's address is hashed: in clear text it would outlive the
 * person.
 */
function asStored({ owner, ...others }: PropertyChanges): PropertyChanges {
  if (!owner) return owner === null ? { owner, ...others } : others;
  return { owner: createHash('sha256').update(owner.toLowerCase()).digest('base64url'), ...others };
}

/** The properties whose values differ between two imports of a source, as the second one gives them. */
function changedInSource(
  before: ReviewRecord,
  now: PropertyChanges,
  asked: PropertyChanges,
): PropertyChanges {
  const names = PROPERTY_NAMES.filter(
    (name) => !isDeepStrictEqual(now[name], before.imported[name]) && !isFromHere(before, name),
  );
  return Object.fromEntries(names.map((name) => [name, asked[name]]));
}

/** Whether a guide has a summary, or search words, of which no import has said anything. */
function isFromHere({ imported, ...before }: ReviewRecord, name: PropertyName): boolean {
  const value = before[COLUMNS[name]];
  const isNone = value === null || (Array.isArray(value) && value.length === 0);
  return OF_GUIDE.has(name) && imported[name] === undefined && !isNone;
}

function isEarlier({ reviewedOn }: PropertyChanges, { reviewed_on }: ReviewRecord): boolean {
  return Boolean(reviewedOn && reviewed_on && reviewedOn <= reviewed_on);
}

function apply(
  before: ReviewRecord,
  {
    summary = before.summary,
    synonyms = before.synonyms,
    owner,
    reviewMonths = before.review_months,
    reviewedOn = before.reviewed_on,
  }: PropertyChanges,
  members: ReadonlyMap<string, Member>,
): ReviewRecord {
  if (reviewedOn === null && before.reviewed_on !== null && reviewMonths !== null) {
    throw invalidProperty('reviewedOn', 'reviewed_on cannot be null as long as the guide has reviews.');
  }
  const ownerId = owner === null ? null : before.owner_id;
  return {
    ...before,
    summary,
    synonyms: synonyms ?? [],
    owner_id: members.get(owner ?? '')?.id ?? ownerId,
    review_months: reviewMonths,
    // Reviews begin on the day on which they are first wanted.
    reviewed_on: reviewedOn ?? (reviewMonths === null ? null : today()),
  };
}
