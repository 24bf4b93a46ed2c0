import type { SchemaObject } from 'ajv';
import { GUIDE_PROPERTIES, PROPERTY_NAMES } from '../../content/guide-properties.ts';
import type { ResourceRow } from '../../model/listing.ts';
import type { DocumentShape } from './mount.ts';
import type { Resource } from './resource-graph.ts';
import { createResourceSerializer, type ResourceMembers, type ResourceObject } from './serialize-resource.ts';
import type { SparseFields } from './sparse-fields.ts';

export const GUIDE_STATES = ['draft', 'proposed', 'scheduled', 'published'] as const;

const FOR_WRITERS = 'For keys that may write.';

/** Owner and reviews of a guide. */
const PROPERTIES = Object.fromEntries(
  PROPERTY_NAMES.map((name) => {
    const { attribute, schema } = GUIDE_PROPERTIES[name];
    return [attribute, { ...schema, description: `${schema.description} ${FOR_WRITERS}` }] as const;
  }),
);

const TIME: SchemaObject = { type: ['string', 'null'], format: 'date-time' };

/** Further attributes of guides for keys that may write, in the order of documents. */
export const EDITING_ATTRIBUTES: Readonly<Record<string, SchemaObject>> = {
  state: {
    type: 'string',
    enum: GUIDE_STATES,
    description: 'The state of the text that is shown. For keys that may write.',
  },
  publish_at: {
    ...TIME,
    description: 'When a scheduled guide is published. For keys that may write.',
  },
  updated_at: { ...TIME, description: 'The latest change of the guide. For keys that may write.' },
  author: {
    type: ['string', 'null'],
    description: 'Who made it: the name of a person or a key; null for imports. For keys that may write.',
  },
  ...PROPERTIES,
  review_on: {
    type: ['string', 'null'],
    format: 'date',
    description: `The day (UTC) of the next review; null without reviews. ${FOR_WRITERS}`,
  },
};

/** `meta` of a single guide for keys that may write. */
export const EDITING_META: Readonly<Record<string, SchemaObject>> = {
  published: { type: 'boolean', description: 'Whether readers see the guide.' },
  has_draft: { type: 'boolean', description: 'Whether there is a working copy beside what readers see.' },
};

/** Like `createResourceWriter`, for keys that may write. */
export function createEditingWriter(
  fields: SparseFields,
  members: ResourceMembers,
  shape: DocumentShape,
): (resource: Resource) => string {
  const serialize = createResourceSerializer(fields, members, shape);
  return (resource) => JSON.stringify(withEditingMembers(serialize(resource), resource, fields));
}

/** Adds to a guide what only keys that may write see. Rows without a state, such as inclusions, stay as they are. */
function withEditingMembers(
  object: ResourceObject,
  { attributes: row }: Pick<Resource, 'attributes'>,
  fields: SparseFields,
): ResourceObject {
  if (row.state === undefined) return object;
  const requested = fields.get('guide');
  const names = Object.keys(EDITING_ATTRIBUTES).filter((name) => requested?.has(name) ?? true);
  return {
    ...object,
    attributes: { ...object.attributes, ...Object.fromEntries(names.map((name) => [name, row[name]])) },
  };
}

/** Undefined for what is not a guide with its state. */
export function editingMetaOf({
  state,
  published,
  has_draft,
}: ResourceRow): Record<string, unknown> | undefined {
  return state === undefined ? undefined : { published, has_draft };
}
