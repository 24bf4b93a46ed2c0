import { catalogueOf, fill } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { FieldMistake, FieldTable, FieldValues } from './field-kinds.ts';
import { type Metadata, metadataTable } from './metadata.ts';
import { KEYED_FIELDS, RECORD_FIELDS } from './post-fields.ts';
import { type FieldsRequest, MARKDOWN } from './submission.ts';

/** Bounds the error response, since a body may have thousands. */
const MAX_UNKNOWN = 50;

/**
 * Validates the fields of a submission.
 * @throws AppError `unauthorized` for a field that requires a key, `invalid` with the errors of all fields
 */
export function readFields<Fields extends FieldTable>(
  table: Fields,
  request: FieldsRequest,
): FieldValues<Fields> {
  return Object.fromEntries(validateFields(table, request)) as FieldValues<Fields>;
}

/** The same with metadata; standard fields take precedence over metadata fields of the same name. */
export function readFieldsAndMetadata<Fields extends FieldTable>(
  table: Fields,
  request: FieldsRequest,
): FieldValues<Fields> & { metadata: Metadata } {
  const values = [...validateFields({ ...metadataTable(request.forum.metadata_fields), ...table }, request)];
  const isStandard = ([name]: [string, unknown]) => Object.hasOwn(table, name);
  // Separate, since a metadata field may have any name.
  const standard = Object.fromEntries(values.filter(isStandard)) as FieldValues<Fields>;
  const answers = values.filter((entry) => !isStandard(entry) && entry[1] !== undefined);
  return { ...standard, metadata: answers.length > 0 ? (Object.fromEntries(answers) as Metadata) : null };
}

function validateFields(table: FieldTable, request: FieldsRequest): Map<string, unknown> {
  checkKeyedFields(request);
  const { submission, forum } = request;
  const values = new Map<string, unknown>();
  const mistakes = new Map<string, readonly FieldMistake[]>(misplacedNames(table, request));
  for (const [name, field] of Object.entries(table)) {
    const reading = field.read(submission.fields.get(name), forum);
    if ('mistakes' in reading) mistakes.set(name, reading.mistakes);
    else values.set(name, reading.value);
  }
  if (mistakes.size > 0) throw refuseFields(mistakes, forum.language);
  return values;
}

function checkKeyedFields({ submission, accessKeyId }: FieldsRequest): void {
  if (accessKeyId === undefined && [...KEYED_FIELDS].some((name) => submission.fields.has(name))) {
    throw new AppError('unauthorized', 'An access key is required.');
  }
}

/**
 * A key sent as a field, which would end up in logs (S12), and misspelt names in JSON to a forum with metadata fields.
 */
function misplacedNames(
  table: FieldTable,
  { submission, forum }: FieldsRequest,
): [name: string, mistakes: FieldMistake[]][] {
  const names = [...submission.fields.keys()];
  const isUnknown = (name: string) =>
    !Object.hasOwn(table, name) && !RECORD_FIELDS.has(name) && name !== 'key' && name !== MARKDOWN;
  const unknown = submission.fromProgram && forum.metadata_fields.length > 0 ? names.filter(isUnknown) : [];
  return [
    ...names.filter((name) => name === 'key').map(mistaken('key')),
    ...unknown.slice(0, MAX_UNKNOWN).map(mistaken('unknown')),
  ];
}

function mistaken(message: FieldMistake['message']) {
  return (name: string): [string, FieldMistake[]] => [name, [{ message }]];
}

/** The error with messages by field name. */
export function refuseFields(
  mistakes: ReadonlyMap<string, readonly FieldMistake[]>,
  language: string,
): AppError {
  const fields = Object.fromEntries(
    Array.from(mistakes, ([name, all]) => [name, all.map((one) => describeMistake(one, language))]),
  );
  return new AppError('invalid', 'Some fields are invalid.', { fields });
}

/** A sentence for the person who filled in the field; in English where the language is not among ours. */
export function describeMistake({ message, maximum }: FieldMistake, language: string): string {
  const text = catalogueOf(language).messages[message];
  return maximum === undefined
    ? text
    : fill(text, { maximum: new Intl.NumberFormat(language).format(maximum) });
}
