import { closedObject, schemaReference } from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import { TOPICS } from '../../model/topics.ts';
import type { RecordName } from '../endpoint.ts';

const ID: SchemaObject = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const COUNT: SchemaObject = { type: 'integer', minimum: 0 };
const TEXT: SchemaObject = { type: 'string' };
const LETTER: SchemaObject = { enum: TOPICS };

/** See formats/plain-text.ts. */
const PLAIN = 'Plain text; a `<` that could open a tag is followed by a space.';

/** Seconds, in UTC. */
const TIME: SchemaObject = { ...TEXT, format: 'date-time', pattern: 'T[0-9:]{8}Z$' };

const USER = closedObject(
  {
    id: {
      ...ID,
      description:
        'Posts with a key share it if their e-mail address is the same, and imported ones if the name is the same, too; any other post has its own.',
    },
    first_name: { ...TEXT, description: `The name that was given with this post. ${PLAIN}` },
    work_title: {
      type: ['string', 'null'],
      description: `Only of posts that were made with a key. ${PLAIN}`,
    },
    gravatar_image: uri('A picture that this service draws.'),
  },
  { description: 'Who posted it. Nothing in it comes from an e-mail address.' },
);

const DIALOG = closedObject(
  {
    id: ID,
    uri: uri('Of this record.'),
    comments_uri: uri('Of its comments.'),
    absolute_url: uri('Of the page for people.'),
    topic: { ...LETTER, description: 'Question, problem, suggestion or praise.' },
    title: { ...TEXT, description: PLAIN },
    text: {
      ...TEXT,
      description: 'Safe HTML. A search wraps words that it found in `<span class="highlighted">`.',
    },
    pub_date: TIME,
    last_activity: { ...TIME, description: 'Of its latest comment, else `pub_date`.' },
    num_comments: COUNT,
    num_votes: COUNT,
    popularity: {
      type: 'number',
      description:
        'The greater, the more popular, now and at any later time. The number itself means nothing.',
    },
    state: {
      type: ['string', 'null'],
      description: `A mark that an editor set, such as "answered". ${PLAIN}`,
    },
    user: schemaReference('User'),
    archived: { type: 'boolean', description: 'With a key.' },
    tags: { type: 'array', items: schemaReference('Tag'), description: 'With a key, of one dialog only.' },
  },
  { optional: ['archived', 'tags'] },
);

const COMMENT = closedObject({
  id: ID,
  uri: uri('Of this record.'),
  dialog_uri: uri('Of its dialog.'),
  absolute_url: uri('Of its place on the page for people.'),
  text: { ...TEXT, description: 'Safe HTML.' },
  pub_date: TIME,
  is_org_reply: { type: 'boolean', description: 'Whether the forum’s owner speaks.' },
  user: schemaReference('User'),
});

const TAG = closedObject({
  name: { ...TEXT, description: 'As it was spelled first; letter case makes no difference.' },
  count: { ...COUNT, description: 'Visible dialogs that carry it.' },
  is_public: { type: 'boolean' },
  uri: uri('Of its dialogs, which are read with a key.'),
});

const PROPERTIES = closedObject({
  uri: uri('Of this record.'),
  name: TEXT,
  formal_name: { ...TEXT, description: 'Of the company.' },
  intro_message: TEXT,
  status_message: { ...TEXT, description: 'To be shown above the form for the time being.' },
  status_url: { ...TEXT, description: 'Where there is more about that.' },
  popup_header: TEXT,
  thankyou_message: TEXT,
  default_topic: LETTER,
  enabled_topic: { type: 'array', items: LETTER, description: 'In the order in which they are offered.' },
  enabled_topics: { type: 'array', items: LETTER, description: 'The same again.' },
  language: { ...TEXT, pattern: '^[a-z]{2}$', description: 'ISO 639-1.' },
  categories: {
    type: 'array',
    description: 'The topics, as they are called in the forum’s language.',
    items: closedObject({ slug: TEXT, heading_name: TEXT, topic: LETTER }),
  },
});

/** What answers are made of, by name. */
export const RECORD_SCHEMAS: Readonly<Record<RecordName | 'User', SchemaObject>> = {
  Dialog: DIALOG,
  Comment: COMMENT,
  User: USER,
  Tag: TAG,
  Properties: PROPERTIES,
};

function uri(description: string): SchemaObject {
  return { ...TEXT, format: 'uri', description };
}
