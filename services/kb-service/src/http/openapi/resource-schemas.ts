import { closedObject, type Reference, schemaReference } from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import { EDITING_ATTRIBUTES } from '../json-api/editing-members.ts';
import {
  ATTRIBUTES,
  RESOURCE_TYPE_NAMES,
  RESOURCE_TYPES,
  type Relationship,
  type ResourceType,
} from '../json-api/resource-types.ts';
import { LANGUAGE_META } from '../reading/languages.ts';
import type { ShapeSchemas } from './shape-schemas.ts';

const NAMES: Readonly<Record<ResourceType, string>> = {
  guide: 'Guide',
  knowledge_base: 'KnowledgeBase',
  knowledge_base_category: 'Category',
  tag: 'Tag',
};

const ID: SchemaObject = { type: 'string', pattern: '^[1-9][0-9]{0,15}$', description: 'A decimal number.' };

const SELF: SchemaObject = {
  type: 'string',
  format: 'uri-reference',
  description: 'The URL of the resource, relative to the service.',
};

const PUBLIC: SchemaObject = {
  type: 'string',
  format: 'uri',
  description: 'The URL of its page. Only single-guide responses have that of a guide.',
};

export function resourceSchemaName(type: ResourceType, { prefix }: ShapeSchemas): string {
  return `${prefix}${NAMES[type]}`;
}

export function resourceSchemas(shape: ShapeSchemas): Record<string, SchemaObject> {
  return Object.fromEntries(
    RESOURCE_TYPE_NAMES.map((type) => [resourceSchemaName(type, shape), resourceSchema(type, shape)]),
  );
}

/** Any resource, with `type` as discriminator. */
export function anyResource(shape: ShapeSchemas): SchemaObject {
  const references = RESOURCE_TYPE_NAMES.map(
    (type): Reference => schemaReference(resourceSchemaName(type, shape)),
  );
  return { oneOf: references };
}

function resourceSchema(type: ResourceType, shape: ShapeSchemas): SchemaObject {
  const isEdited = type === 'guide' && shape.showsEditing;
  const attributes: Record<string, SchemaObject> = {
    ...ATTRIBUTES[type],
    ...(isEdited && EDITING_ATTRIBUTES),
  };
  const members = {
    type: { const: type },
    id: ID,
    attributes: {
      ...closedObject(attributes, { optional: Object.keys(attributes) }),
      description: `Those in \`fields[${type}]\`; default: all.`,
    },
    relationships: relationshipsSchema(type, shape),
    links: linksSchema(type),
  };
  if (type !== 'guide') return closedObject(members);
  return closedObject({ ...members, meta: closedObject(LANGUAGE_META) }, { optional: ['meta'] });
}

function relationshipsSchema(type: ResourceType, shape: ShapeSchemas): SchemaObject {
  const relationships = Object.entries(RESOURCE_TYPES[type].relationships);
  return closedObject(
    Object.fromEntries(relationships.map(([name, target]) => [name, shape.relationship(linkage(target))])),
    { optional: shape.relationshipsAreOptional ? relationships.map(([name]) => name) : [] },
  );
}

function linkage({ type, many }: Relationship): SchemaObject {
  const identifier = closedObject({ type: { const: type }, id: ID });
  return many ? { type: 'array', items: identifier } : { oneOf: [identifier, { type: 'null' }] };
}

function linksSchema(type: ResourceType): SchemaObject {
  if (type === 'knowledge_base' || type === 'tag') return closedObject({ self: SELF });
  return closedObject({ self: SELF, public: PUBLIC }, { optional: type === 'guide' ? ['public'] : [] });
}
