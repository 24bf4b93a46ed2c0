import { parseId } from '@guidepost/service-kit';
import {
  type Field,
  type FieldKind,
  type FieldTable,
  flagField,
  LIMITS,
  readText,
  refuse,
  required,
  TAGS,
  TOPIC,
  textField,
} from './field-kinds.ts';

/** A field that may be left out, but not emptied. */
function change<Value>(kind: FieldKind<Value>): Field<Value | undefined> {
  const { read } = required(kind);
  return {
    ...kind,
    required: false,
    requiresKey: false,
    read: (sent, forum) => (sent === undefined ? { value: undefined } : read(sent, forum)),
  };
}

/** A field that may be left out or emptied. */
function clearableChange<Value, Empty>(
  kind: FieldKind<Value>,
  empty: Empty,
): Field<Value | Empty | undefined> {
  return {
    ...kind,
    required: false,
    requiresKey: false,
    read(sent, forum) {
      if (sent === undefined) return { value: undefined };
      const reading = kind.read(sent, forum);
      return 'mistakes' in reading ? reading : { value: reading.value ?? empty };
    },
  };
}

const STATE: FieldKind<string> = {
  description: 'A mark that readers see, such as "answered"; null clears it.',
  schema: { type: ['string', 'null'], maxLength: LIMITS.state },
  read: (sent) => (sent === null ? { value: undefined } : readText(sent, { maximum: LIMITS.state })),
};

const TEXT = textField('Links to images and media are embedded. Markdown if the post was written in it.', {
  maximum: LIMITS.text,
  manyLines: true,
});

const HELD = flagField('False publishes what waits for review. A post cannot be held later.');

const ID: FieldKind<number> = {
  description: 'The id of a dialog.',
  schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  read(sent) {
    if (sent === undefined || sent === '') return { value: undefined };
    const id = typeof sent === 'number' || typeof sent === 'string' ? parseId(String(sent)) : undefined;
    return id === undefined
      ? refuse({ message: 'integer', maximum: Number.MAX_SAFE_INTEGER })
      : { value: id };
  },
};

export const DIALOG_CHANGES = {
  title: change(textField('A one-line summary.', { maximum: LIMITS.title })),
  text: change(TEXT),
  topic: change(TOPIC),
  state: clearableChange(STATE, null),
  tags: clearableChange(
    { ...TAGS, description: `${TAGS.description} They replace those of the dialog.` },
    [],
  ),
  archived: change(flagField('Hides the dialog everywhere but at its address, or shows it again.')),
  held: change(HELD),
} satisfies FieldTable;

export const COMMENT_CHANGES = {
  text: change(TEXT),
  is_org_reply: change(flagField('Whether it is an official reply of the organization.')),
  held: change(HELD),
} satisfies FieldTable;

export const MERGE_FIELDS = {
  into: required({ ...ID, description: 'The id of the dialog that the other becomes part of.' }),
} satisfies FieldTable;

const TO = required(
  textField(
    'Where it leads: the path of a page, perhaps with a fragment, another address, whose target it gets, `contact`, or a URL of another site that begins with `https://`.',
    { maximum: LIMITS.address },
  ),
);

export const NEW_ADDRESS = {
  address: required(
    textField(
      'A path or a URL of the former site, or `scheme:kind:id` for all spellings of it. A URL, or a path that a scheme knows, becomes one of these.',
      { maximum: LIMITS.address },
    ),
  ),
  to: TO,
} satisfies FieldTable;

export const ADDRESS_CHANGES = { to: TO } satisfies FieldTable;

export const REPORT_CHANGES = {
  resolved: required(flagField('True resolves the report. It cannot be opened again.')),
} satisfies FieldTable;
