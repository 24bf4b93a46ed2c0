import { closedObject, schemaReference, type WebhookEvent } from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import type { EVENT_TYPES } from '../../model/event-types.ts';
import { STANDARD_MOUNT } from '../json-api/mount.ts';
import { ATTRIBUTES } from '../json-api/resource-types.ts';
import { resourceSchemaName, resourceSchemas } from './resource-schemas.ts';
import { shapeSchemas } from './shape-schemas.ts';

const SHAPE = shapeSchemas(STANDARD_MOUNT);
const NAME = resourceSchemaName('guide', SHAPE);

const TEXT: SchemaObject = { type: 'string' };
const COUNT: SchemaObject = { type: 'integer', minimum: 0 };

const META = closedObject(
  { upvotes: COUNT, downvotes: COUNT, vote: { enum: ['up', 'down'], description: 'This vote.' } },
  { optional: ['upvotes', 'downvotes'] },
);

const IDENTIFIER = { type: { const: 'guide' }, id: TEXT };

const REMAINS: SchemaObject = {
  ...closedObject({
    ...IDENTIFIER,
    attributes: closedObject({ slug: TEXT }),
    links: closedObject({ public: { ...TEXT, format: 'uri' } }),
  }),
  description: 'Of a guide that readers no longer see.',
};

const GUIDE: SchemaObject = { anyOf: [schemaReference(NAME), REMAINS] };

export const WEBHOOK_EVENTS: Readonly<Record<(typeof EVENT_TYPES)[number], WebhookEvent>> = {
  'guide.published': { summary: 'Readers see a guide', data: GUIDE },
  'guide.updated': {
    summary: 'Title, content, slug, categories or tags of a published guide have changed',
    data: GUIDE,
  },
  'guide.unpublished': { summary: 'Readers no longer see a guide, or it was deleted', data: REMAINS },
  'guide.voted': {
    summary: 'Someone has voted for or against a guide',
    data: { anyOf: [votedGuide(), closedObject({ ...IDENTIFIER, meta: META })] },
  },
};

/** A guide with the attributes that name it, and its votes. */
function votedGuide(): SchemaObject {
  const guide = resourceSchemas(SHAPE)[NAME] as SchemaObject;
  const { title, slug } = ATTRIBUTES.guide;
  const properties = { ...guide.properties, attributes: closedObject({ title, slug }), meta: META };
  return { ...guide, properties, required: [...guide.required, 'meta'] };
}
