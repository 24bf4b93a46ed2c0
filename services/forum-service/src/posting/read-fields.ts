import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import type { Complaint } from './complaint.ts';
import type { FieldTable, FieldValues } from './field.ts';
import { KEYED_FIELDS } from './fields.ts';
import { describeComplaint } from './messages.ts';
import { type Metadata, metadataTable } from './metadata.ts';
import type { Submission } from './submission.ts';

/** What was sent, and where to. */
export interface FieldsRequest {
  submission: Submission;
  forum: Forum;
  /** Of a valid key. */
  accessKeyId: number | undefined;
}

/** What records say of themselves; programs send it back, and nobody believes it. */
export const OUR_OWN_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'pub_date',
  'state',
  'popularity',
  'is_editor',
]);

/** So many unknown names are told of, while a body has room for thousands. */
const MOST_UNKNOWN = 50;

/**
 * What the fields of a submission say.
 * @throws AppError `unauthorized` for a field that needs a key, `invalid` with all that is wrong with all fields
 */
export function readFields<Fields extends FieldTable>(
  table: Fields,
  request: FieldsRequest,
): FieldValues<Fields> {
  return Object.fromEntries(judgeFields(table, request)) as FieldValues<Fields>;
}

/** The same, with answers to what the forum asks besides; the usual fields go before those of the same name. */
export function readFieldsAndMetadata<Fields extends FieldTable>(
  table: Fields,
  request: FieldsRequest,
): FieldValues<Fields> & { metadata: Metadata } {
  const values = [...judgeFields({ ...metadataTable(request.forum.metadata_fields), ...table }, request)];
  const isUsual = ([name]: [string, unknown]) => Object.hasOwn(table, name);
  // Kept apart: a forum may call its own fields whatever it likes.
  const usual = Object.fromEntries(values.filter(isUsual)) as FieldValues<Fields>;
  const answers = values.filter((entry) => !isUsual(entry) && entry[1] !== undefined);
  return { ...usual, metadata: answers.length > 0 ? (Object.fromEntries(answers) as Metadata) : null };
}

function judgeFields(table: FieldTable, request: FieldsRequest): Map<string, unknown> {
  judgeKeyedFields(request);
  const { submission, forum } = request;
  const values = new Map<string, unknown>();
  const complaints = new Map<string, readonly Complaint[]>(misplacedNames(table, request));
  for (const [name, field] of Object.entries(table)) {
    const reading = field.read(submission.fields.get(name), forum);
    if ('complaints' in reading) complaints.set(name, reading.complaints);
    else values.set(name, reading.value);
  }
  if (complaints.size > 0) throw refuseFields(complaints, forum.language);
  return values;
}

function judgeKeyedFields({ submission, accessKeyId }: FieldsRequest): void {
  if (accessKeyId === undefined && [...KEYED_FIELDS].some((name) => submission.fields.has(name))) {
    throw new AppError('unauthorized', 'This is posted with a key.');
  }
}

/** A key that would be stored in logs of forms, and what a program of a forum with own fields may have misspelt. */
function misplacedNames(
  table: FieldTable,
  { submission, forum }: FieldsRequest,
): [name: string, complaints: Complaint[]][] {
  const names = [...submission.fields.keys()];
  const isUnknown = (name: string) =>
    !Object.hasOwn(table, name) && !OUR_OWN_FIELDS.has(name) && name !== 'key';
  const unknown = submission.fromProgram && forum.metadata_fields.length > 0 ? names.filter(isUnknown) : [];
  return [
    ...names.filter((name) => name === 'key').map(complainOf('key')),
    ...unknown.slice(0, MOST_UNKNOWN).map(complainOf('unknown')),
  ];
}

function complainOf(message: Complaint['message']) {
  return (name: string): [string, Complaint[]] => [name, [{ message }]];
}

/** The error that says what is wrong with fields, by their names, in the language of whoever filled them in. */
export function refuseFields(
  complaints: ReadonlyMap<string, readonly Complaint[]>,
  language: string,
): AppError {
  const fields = Object.fromEntries(
    Array.from(complaints, ([name, all]) => [name, all.map((one) => describeComplaint(one, language))]),
  );
  return new AppError('invalid', 'Some fields cannot be taken as they are.', { fields });
}
