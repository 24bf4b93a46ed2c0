import { declareParameters } from '@guidepost/http';
import { closedObject } from '@guidepost/openapi';
import { GUIDE_PROPERTIES, PROPERTY_NAMES } from '../../content/guide-properties.ts';
import { EDITING_ATTRIBUTES, EDITING_META } from '../json-api/editing-members.ts';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import { ATTRIBUTES } from '../json-api/resource-types.ts';
import type { WriteDescription } from '../reading/endpoint.ts';
import { changeParameters } from '../reading/parameters.ts';
import { type RequestDocumentRule, requestSchema } from './request-documents.ts';

/** Characters; longer texts would hold up other requests. */
const MAX_MARKDOWN = 300_000;

const { title, slug, content_html } = ATTRIBUTES.guide;
const { state, publish_at, updated_at, author, review_on } = EDITING_ATTRIBUTES;

const PROPERTIES = Object.fromEntries(
  PROPERTY_NAMES.map((name) => [GUIDE_PROPERTIES[name].attribute, GUIDE_PROPERTIES[name].schema]),
);

/** The members of a document that creates a guide. */
export const NEW_GUIDE: RequestDocumentRule = {
  type: 'guide',
  creates: true,
  attributes: {
    title,
    slug: { type: 'string', description: `${slug.description} Without it made from the title.` },
    content_html: {
      ...content_html,
      description: 'Cleaned as imports are; `meta.removed` says what was removed.',
    },
    content_markdown: {
      type: 'string',
      maxLength: MAX_MARKDOWN,
      description: 'Instead of `content_html`: CommonMark with tables, footnotes, task lists and alerts.',
    },
    state: { ...state, description: 'Publishes, schedules, proposes, or hides from readers (`draft`).' },
    publish_at: { ...publish_at, description: 'When the guide is published, for the state `scheduled`.' },
    updated_at: { ...updated_at, description: 'Ignored.' },
    author: { ...author, description: 'Ignored.' },
    ...PROPERTIES,
    review_on: { ...review_on, description: 'Ignored.' },
  },
  required: ['title'],
  relationships: {
    categories: { type: 'knowledge_base_category', many: true, description: 'All categories of the guide.' },
    tags: { type: 'tag', many: true, description: 'All tags of the guide.' },
  },
};

export const CHANGED_GUIDE: RequestDocumentRule = { ...NEW_GUIDE, creates: false };

const EXAMPLE = {
  type: 'guide',
  attributes: {
    title: 'Reset your password',
    content_markdown: 'Open **Account**, then *Password*.',
    state: 'published',
  },
};

const COUNTS = { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } };
const ADDRESSES = {
  type: 'array',
  items: closedObject({ element: { type: 'string' }, address: { type: 'string' } }),
};
const REMOVED = {
  type: 'object',
  description:
    'What cleaning removed from the content, with how often, and with which addresses. `linked` are films, sounds and frames that have become links.',
  required: ['elements', 'attributes', 'links'],
  properties: {
    elements: COUNTS,
    attributes: COUNTS,
    links: COUNTS,
    addresses: ADDRESSES,
    linked: ADDRESSES,
  },
  additionalProperties: false,
};

const META = {
  ...closedObject({ ...EDITING_META, removed: REMOVED }, { optional: ['removed'] }),
  examples: [{ published: true, has_draft: false }],
};

export const CREATE_GUIDE: WriteDescription = {
  summary: 'Create a guide',
  description: 'A draft, unless `state` says otherwise.',
  parameters: changeParameters('guide'),
  body: { [MEDIA_TYPE]: { schema: requestSchema(NEW_GUIDE), example: { data: EXAMPLE } } },
  status: 201,
  refusals: ['conflict', 'unprocessable'],
  answer: { type: 'guide', meta: META },
};

export const CHANGE_GUIDE: WriteDescription = {
  summary: 'Change a guide',
  description:
    'What is missing stays. Changes of a published guide are published at once. If it has unpublished changes, `If-Match` must name its working copy (`filter[state]=all`), and a `state` say what becomes of it; a `state` alone needs no `If-Match`.',
  parameters: changeParameters('guide'),
  body: {
    [MEDIA_TYPE]: {
      schema: requestSchema(CHANGED_GUIDE),
      example: { data: { type: 'guide', id: '1', attributes: { title: 'Change your password' } } },
    },
  },
  status: 200,
  refusals: ['conflict', 'precondition-failed', 'unprocessable'],
  answer: { type: 'guide', meta: META },
};

export const CHANGE_TRANSLATION: WriteDescription = {
  ...CHANGE_GUIDE,
  summary: 'Translate a guide',
  description:
    'Creates or changes the text of a guide in another language, as a change of the guide does in the main one. Categories and tags are those of the guide.',
};

export const DELETE_GUIDE: WriteDescription = {
  summary: 'Delete a guide',
  description:
    'With its versions, votes and former addresses. Within 30 days, people can restore it at the desk.',
  parameters: declareParameters([]),
  status: 204,
  refusals: ['precondition-failed'],
};
