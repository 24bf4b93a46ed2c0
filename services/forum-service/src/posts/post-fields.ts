import {
  EMAIL,
  type FieldTable,
  flagField,
  LIMITS,
  required,
  TAGS,
  TOPIC,
  textField,
  withKey,
} from './field-kinds.ts';

export const AUTHOR_NAME = required(textField('The displayed name.', { maximum: LIMITS.name }));

const AUTHOR = {
  name: AUTHOR_NAME,
  useremail: required(EMAIL),
};

const TEXT = required(
  textField('Links to images and media are embedded.', { maximum: LIMITS.text, manyLines: true }),
);

const WORK_TITLE = withKey(
  textField('The author’s role, such as "Support".', { maximum: LIMITS.workTitle }),
  null,
);

export const DIALOG_FIELDS = {
  ...AUTHOR,
  topic: required(TOPIC),
  title: required(textField('A one-line summary.', { maximum: LIMITS.title })),
  text: TEXT,
  tags: withKey(TAGS, []),
  archived: withKey(flagField('Archives the dialog at once.'), false),
  work_title: WORK_TITLE,
} satisfies FieldTable;

export const COMMENT_FIELDS = {
  ...AUTHOR,
  text: TEXT,
  is_org_reply: withKey(flagField('Whether it is an official reply of the organization.'), false),
  work_title: WORK_TITLE,
} satisfies FieldTable;

export const VOTE_FIELDS = AUTHOR satisfies FieldTable;

export const REPORT_FIELDS = {
  ...AUTHOR,
  report_reason: required(
    textField('Why the post is inappropriate.', { maximum: LIMITS.reason, manyLines: true }),
  ),
} satisfies FieldTable;

/** Fields that require a key on every endpoint (S26). */
export const KEYED_FIELDS: ReadonlySet<string> = new Set(
  [DIALOG_FIELDS, COMMENT_FIELDS].flatMap((table) =>
    Object.entries<{ requiresKey: boolean }>(table).flatMap(([name, { requiresKey }]) =>
      requiresKey ? [name] : [],
    ),
  ),
);

/** Fields of records that programs send back; they are ignored. */
export const RECORD_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'pub_date',
  'state',
  'popularity',
  'is_editor',
]);
