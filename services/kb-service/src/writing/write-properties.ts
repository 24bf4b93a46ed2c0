import { createHash } from 'node:crypto';
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

/** The properties that a source or a request says of a guide. */
export interface SaidProperties {
  guideId: number;
  changes: PropertyChanges;
}

interface PropertySource {
  /** Takes over all of them. */
  overwrite: boolean;
}

interface WriteOptions {
  knowledgeBaseId: number;
  /**
   * Present for an import: it takes over only properties that its source has changed since the last import, and no day of
   * review before the present one.
   */
  source?: PropertySource | undefined;
}

export interface WrittenProperties<Said> {
  /** What has changed of which guide; guides without a change are missing. */
  changed: Map<number, PropertyChanges>;
  /** What was said with an owner who may not write: that owner is left out. */
  refused: { said: Said; isInvited: boolean }[];
}

interface ReviewRecord {
  guide_id: number;
  owner_id: number | null;
  review_months: number | null;
  reviewed_on: string | null;
  imported: PropertyChanges;
}

interface Member {
  id: number;
  /** As it was said. */
  email: string;
  is_invited: boolean;
}

const COLUMNS = { owner: 'owner_id', reviewMonths: 'review_months', reviewedOn: 'reviewed_on' } as const;

const findMembers = sql`
  -- Those with the e-mail addresses $2, as these are written. Locked, so that they do not leave meanwhile.
  select p.id, s.email, m.accepted_at is null as is_invited
  from unnest($2::text[]) as s (email)
  join staff_people p on p.email_folded = lower(s.email collate "C")
  join staff_memberships m on m.tenant_id = $1 and m.person_id = p.id
  for key share of m
`;
const create = sql`
  -- Records for the guides $2 that have none.
  insert into guide_reviews (knowledge_base_id, guide_id)
  select $1, g.id from unnest($2::bigint[]) as g (id) order by g.id
  on conflict (knowledge_base_id, guide_id) do nothing
`;
const lock = sql`
  -- The records of the guides $2. Whoever changes one, such as an owner who leaves, waits.
  select r.guide_id, r.owner_id, r.review_months, r.reviewed_on::text as reviewed_on, r.imported
  from guide_reviews r
  where r.knowledge_base_id = $1 and r.guide_id = any($2::bigint[])
  order by r.guide_id
  for no key update
`;
const write = sql`
  -- $2 JSON array of records, which are locked
  update guide_reviews r
  set owner_id = s.owner_id, review_months = s.review_months, reviewed_on = s.reviewed_on, imported = s.imported,
    changed_at = case when s.is_changed then now() else r.changed_at end
  from json_to_recordset($2) as s (
    guide_id bigint, owner_id bigint, review_months smallint, reviewed_on date, imported jsonb, is_changed boolean
  )
  where r.knowledge_base_id = $1 and r.guide_id = s.guide_id
`;

/**
 * Writes what is said of guides.
 * @throws AppError `invalid` with the field `reviewedOn` for no day of review beside reviews
 */
export async function writeProperties<Said extends SaidProperties>(
  transaction: Executor,
  said: readonly Said[],
  { knowledgeBaseId, source }: WriteOptions,
): Promise<WrittenProperties<Said>> {
  const members = await membersNamedIn(transaction, knowledgeBaseId, said);
  const mayWrite = ({ changes: { owner } }: Said) => !owner || members.get(owner)?.is_invited === false;
  const edits = said.map((edit) => ({
    guideId: edit.guideId,
    changes: mayWrite(edit) ? edit.changes : { ...edit.changes, owner: undefined },
  }));
  const beginning = edits.filter(({ changes }) =>
    PROPERTY_NAMES.some((name) => isNews(changes[name], source)),
  );
  await transaction.none(create([knowledgeBaseId, beginning.map(({ guideId }) => guideId)]));
  const before = await lockRecords(transaction, knowledgeBaseId, edits);
  const outcomes = edits.flatMap(({ guideId, changes }) => {
    const record = before.get(guideId);
    return record ? changeRecord(record, changes, { members, source }) : [];
  });
  const records = outcomes.map(({ after, changed }) => ({ ...after, is_changed: changed !== undefined }));
  if (records.length > 0) await transaction.none(write([knowledgeBaseId, JSON.stringify(records)]));
  return {
    changed: new Map(
      outcomes.flatMap(({ after, changed }) => (changed ? [[after.guide_id, changed] as const] : [])),
    ),
    refused: said.flatMap((edit) =>
      mayWrite(edit)
        ? []
        : { said: edit, isInvited: members.get(edit.changes.owner ?? '')?.is_invited ?? false },
    ),
  };
}

/** The records of guides that have one, locked until the transaction ends. */
export async function lockRecords(
  transaction: Executor,
  knowledgeBaseId: number,
  guides: readonly { guideId: number }[],
): Promise<Map<number, ReviewRecord>> {
  const ids = guides.map(({ guideId }) => guideId);
  const records = await transaction.any<ReviewRecord>(lock([knowledgeBaseId, ids]));
  return new Map(records.map((record) => [record.guide_id, record]));
}

async function membersNamedIn(
  transaction: Executor,
  knowledgeBaseId: number,
  said: readonly SaidProperties[],
): Promise<Map<string, Member>> {
  const emails = new Set(said.flatMap(({ changes: { owner } }) => owner ?? []));
  const members = await transaction.any<Member>(findMembers([knowledgeBaseId, [...emails]]));
  return new Map(members.map((member) => [member.email, member]));
}

/** Whether a guide without a record needs one. An import also remembers that its source says nothing. */
function isNews(value: PropertyChanges[PropertyName], source: PropertySource | undefined): boolean {
  return value !== undefined && (value !== null || source !== undefined);
}

interface Outcome {
  after: ReviewRecord;
  /** Undefined if only the memory of the import differs. */
  changed: PropertyChanges | undefined;
}

/** @returns nothing for a record that stays as it is */
function changeRecord(
  before: ReviewRecord,
  said: PropertyChanges,
  { members, source }: { members: ReadonlyMap<string, Member> } & Pick<WriteOptions, 'source'>,
): Outcome[] {
  const memory = source ? { ...before.imported, ...remembered(said) } : before.imported;
  const changes = source && !source.overwrite ? newsSince(before.imported, memory, said) : said;
  const dated = source && isEarlier(changes, before) ? { ...changes, reviewedOn: undefined } : changes;
  const after = { ...apply(before, dated, members), imported: memory };
  const names = PROPERTY_NAMES.filter((name) => after[COLUMNS[name]] !== before[COLUMNS[name]]);
  if (names.length === 0 && JSON.stringify(after.imported) === JSON.stringify(before.imported)) return [];
  const asked = names.filter((name) => dated[name] !== undefined).map((name) => [name, dated[name]] as const);
  return [{ after, changed: names.length > 0 ? Object.fromEntries(asked) : undefined }];
}

/** Without the address of the owner, which would stay when that person leaves. */
function remembered({ owner, ...said }: PropertyChanges): PropertyChanges {
  if (!owner) return owner === null ? { owner, ...said } : said;
  return { owner: createHash('sha256').update(owner.toLowerCase()).digest('base64url'), ...said };
}

/** The properties that a source says in another way than at its last import. */
function newsSince(before: PropertyChanges, after: PropertyChanges, said: PropertyChanges): PropertyChanges {
  const names = PROPERTY_NAMES.filter((name) => after[name] !== before[name]);
  return Object.fromEntries(names.map((name) => [name, said[name]]));
}

function isEarlier({ reviewedOn }: PropertyChanges, { reviewed_on }: ReviewRecord): boolean {
  return Boolean(reviewedOn && reviewed_on && reviewedOn <= reviewed_on);
}

function apply(
  before: ReviewRecord,
  { owner, reviewMonths = before.review_months, reviewedOn = before.reviewed_on }: PropertyChanges,
  members: ReadonlyMap<string, Member>,
): ReviewRecord {
  if (reviewedOn === null && before.reviewed_on !== null && reviewMonths !== null) {
    throw invalidProperty('reviewedOn', 'reviewed_on cannot be null as long as the guide has reviews.');
  }
  const ownerId = owner === null ? null : before.owner_id;
  return {
    ...before,
    owner_id: members.get(owner ?? '')?.id ?? ownerId,
    review_months: reviewMonths,
    // Reviews begin on the day on which they are first wanted.
    reviewed_on: reviewedOn ?? (reviewMonths === null ? null : today()),
  };
}
