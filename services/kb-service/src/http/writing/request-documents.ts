import type { SchemaObject } from 'ajv';
import { RESOURCE_TYPES, type ResourceType } from '../json-api/resource-types.ts';

/** The members of documents that create or change a resource. */
export interface RequestDocumentRule {
  type: ResourceType | 'address';
  /** Whether it creates the resource, and so has no ID. */
  creates: boolean;
  attributes: Readonly<Record<string, SchemaObject>>;
  /** Attributes without which nothing can be created. */
  required?: readonly string[];
  relationships?: Readonly<Record<string, { type: ResourceType; many: boolean; description: string }>>;
}

const ID: SchemaObject = { type: 'string', pattern: '^[1-9][0-9]{0,15}$', description: 'A decimal number.' };

const MOST_LINKED = 100;

/** `links` and `meta` are ignored, since clients send back what they have read. */
const IGNORED = { links: { type: 'object' }, meta: { type: 'object' } };

/** The JSON Schema of a document. The features judge values more closely. */
export function requestSchema(rule: RequestDocumentRule): SchemaObject {
  const { type, creates, attributes, required = [], relationships = {} } = rule;
  const names = Object.keys(relationships);
  const known = type === 'address' ? {} : RESOURCE_TYPES[type].relationships;
  const readOnly = Object.keys(known).filter((name) => !names.includes(name));
  const attributesSchema = closed(attributes, creates ? required : []);
  const data = closed(
    {
      type: { type: 'string', const: type },
      ...(creates ? { lid: { type: 'string' } } : { id: ID }),
      attributes: attributesSchema,
      relationships: closed({
        ...Object.fromEntries(names.map((name) => [name, relationshipSchema(relationships[name])])),
        ...Object.fromEntries(
          readOnly.map((name) => [name, { description: 'Ignored.', ...closed(IGNORED) }]),
        ),
        // There is no other that a client could mean.
        knowledge_base: { type: 'object', description: 'Ignored.' },
      }),
      ...IGNORED,
    },
    ['type', ...(creates ? [] : ['id']), ...(creates && required.length > 0 ? ['attributes'] : [])],
  );
  return closed({ data, jsonapi: { type: 'object' }, ...IGNORED }, ['data']);
}

function relationshipSchema(
  relationship: NonNullable<RequestDocumentRule['relationships']>[string] | undefined,
): SchemaObject {
  const { type, many, description } = relationship ?? { type: 'tag', many: true, description: '' };
  const identifier = closed({ type: { type: 'string', const: type }, id: ID, meta: { type: 'object' } }, [
    'type',
    'id',
  ]);
  const data = many
    ? { type: 'array', items: identifier, maxItems: MOST_LINKED }
    : { ...identifier, type: ['object', 'null'] };
  return { description, ...closed({ data, ...IGNORED }) };
}

function closed(properties: Record<string, SchemaObject>, required: readonly string[] = []): SchemaObject {
  return { type: 'object', required, properties, additionalProperties: false };
}
