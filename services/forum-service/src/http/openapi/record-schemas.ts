import { closedObject, schemaReference } from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import { TOPICS } from '../../model/topics.ts';
import type { RecordName } from '../endpoint.ts';

const ID: SchemaObject = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const COUNT: SchemaObject = { type: 'integer', minimum: 0 };
const TEXT: SchemaObject = { type: 'string' };
const LETTER: SchemaObject = { enum: TOPICS };

/** As `neutralizeTags` of ../records.ts makes it. */
const PLAIN = 'Plain text; a `<` that could open a tag is followed by a space.';

const TIME: SchemaObject = { ...TEXT, format: 'date-time', pattern: 'T[0-9:]{8}Z$' };

const USER = closedObject(
  {
    id: {
      ...ID,
      description:
        'Posts with a key share an id if their e-mail address is the same; imported posts, if the name is the same too. Any other post has its own.',
    },
    first_name: { ...TEXT, description: `The name given with this post. ${PLAIN}` },
    work_title: {
      type: ['string', 'null'],
      description: `Only on posts made with a key. ${PLAIN}`,
    },
    gravatar_image: uri('An avatar drawn by this service.'),
  },
  { description: 'The author. Nothing in it is derived from an e-mail address.' },
);

const DIALOG = closedObject(
  {
    id: ID,
    uri: uri('Of this record.'),
    comments_uri: uri('Of its comments.'),
    absolute_url: uri('Of the web page.'),
    topic: { ...LETTER, description: 'Question, problem, suggestion or praise.' },
    title: { ...TEXT, description: PLAIN },
    text: {
      ...TEXT,
      description: 'Safe HTML. In search results, matched words are wrapped in `<span class="highlighted">`.',
    },
    pub_date: TIME,
    last_activity: { ...TIME, description: 'Time of the latest comment, else `pub_date`.' },
    num_comments: COUNT,
    num_votes: COUNT,
    popularity: {
      type: 'number',
      description: 'Higher is more popular, now and at any later time. The absolute value has no meaning.',
    },
    state: {
      type: ['string', 'null'],
      description: `A mark that an editor set, such as "answered". ${PLAIN}`,
    },
    user: schemaReference('User'),
    archived: { type: 'boolean', description: 'With a key.' },
    tags: {
      type: 'array',
      items: schemaReference('Tag'),
      description: 'With a key, for a single dialog only.',
    },
  },
  { optional: ['archived', 'tags'] },
);

const COMMENT = closedObject(
  {
    id: ID,
    uri: uri('Of this record.'),
    dialog_uri: uri('Of its dialog.'),
    absolute_url: uri('Of its place on the dialog’s web page.'),
    text: { ...TEXT, description: 'Safe HTML.' },
    pub_date: TIME,
    is_org_reply: { type: 'boolean', description: 'Whether it is an official reply of the organization.' },
    parent_uri: uri('Of the comment that it answers; only with one.'),
    user: schemaReference('User'),
  },
  { optional: ['parent_uri'] },
);

const TAG = closedObject({
  name: { ...TEXT, description: 'The first spelling; case-insensitive.' },
  count: { ...COUNT, description: 'The number of visible dialogs with this tag.' },
  is_public: { type: 'boolean' },
  uri: uri('Lists its dialogs; requires a key.'),
});

const REPORT = closedObject({
  id: ID,
  uri: uri('Of this record.'),
  dialog_uri: uri('Of the reported dialog, or of the dialog of the comment.'),
  comment_uri: {
    type: ['string', 'null'],
    format: 'uri',
    description: 'Of the reported comment; null when the dialog itself is reported.',
  },
  name: { ...TEXT, description: `The name given with the report. ${PLAIN}` },
  report_reason: { ...TEXT, description: PLAIN },
  pub_date: TIME,
  resolved: { type: 'boolean' },
});

const ADDRESS = closedObject({
  id: ID,
  uri: uri('Of this record.'),
  address: {
    ...TEXT,
    description: 'A path of the former site, decoded, or `scheme:kind:id` for all spellings of it.',
  },
  to: {
    ...TEXT,
    description: 'Where it leads, as people type it: `/12`, `/12/comments/34`, `/tags/delivery`.',
  },
  visible: { type: 'boolean', description: 'Whether readers see the target.' },
  hits: { ...COUNT, description: 'Readers whom it has led on in the last 30 days.' },
  made_by: { ...TEXT, description: `Who made it or changed it last. ${PLAIN}` },
  made_with: { enum: ['desk', 'api', 'cli', 'import'], description: 'With what.' },
  created_at: TIME,
});

const PROPERTIES = closedObject({
  uri: uri('Of this record.'),
  name: TEXT,
  formal_name: { ...TEXT, description: 'The company’s name.' },
  intro_message: TEXT,
  status_message: { ...TEXT, description: 'A temporary notice to show above the form.' },
  status_url: { ...TEXT, description: 'More about the notice.' },
  popup_header: TEXT,
  thankyou_message: TEXT,
  default_topic: LETTER,
  enabled_topic: { type: 'array', items: LETTER, description: 'In display order.' },
  enabled_topics: { type: 'array', items: LETTER, description: 'The same list again.' },
  language: { ...TEXT, pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', description: 'BCP 47.' },
  categories: {
    type: 'array',
    description: 'The topics with their names in the forum’s language.',
    items: closedObject({ slug: TEXT, heading_name: TEXT, topic: LETTER }),
  },
});

export const RECORD_SCHEMAS: Readonly<Record<RecordName | 'User', SchemaObject>> = {
  Dialog: DIALOG,
  Comment: COMMENT,
  User: USER,
  Tag: TAG,
  Properties: PROPERTIES,
  Report: REPORT,
  Address: ADDRESS,
};

function uri(description: string): SchemaObject {
  return { ...TEXT, format: 'uri', description };
}
