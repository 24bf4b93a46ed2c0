import { Serializer } from 'jsonapi-serializer';
import type { DocumentShape } from './mount.ts';
import type { Resource } from './resource-graph.ts';
import { RESOURCE_TYPES, type ResourceType } from './resource-types.ts';
import { type SparseFields, shownAttributes } from './sparse-fields.ts';

/** With every relationship of its type, in this order. */
export interface ResourceObject {
  type: string;
  id: string;
  attributes: Record<string, unknown>;
  relationships: Record<string, object>;
  links: Record<string, string>;
  meta?: Record<string, unknown>;
}

/** The parts of resources beside attributes and relationships. */
export interface ResourceMembers {
  links: ResourceLinks;
  /** Makes that of a resource; undefined for none. */
  metaOf: ((resource: Resource) => Record<string, unknown> | undefined) | undefined;
}

export type ResourceLinks = (resource: Resource) => Record<string, string>;

/** The output of jsonapi-serializer, with the attributes and relationships that there are. */
type SerializedResource = Pick<ResourceObject, 'type' | 'id'> & Partial<ResourceObject>;

const WHOLE: Readonly<Record<ResourceType, Serializer>> = {
  guide: createSerializer('guide', RESOURCE_TYPES.guide.attributes),
  knowledge_base: createSerializer('knowledge_base', RESOURCE_TYPES.knowledge_base.attributes),
  knowledge_base_category: createSerializer(
    'knowledge_base_category',
    RESOURCE_TYPES.knowledge_base_category.attributes,
  ),
  tag: createSerializer('tag', RESOURCE_TYPES.tag.attributes),
};

/** Returns the JSON of resource objects. */
export function createResourceWriter(
  fields: SparseFields,
  members: ResourceMembers,
  shape: DocumentShape,
): (resource: Resource) => string {
  const serialize = createResourceSerializer(fields, members, shape);
  return (resource) => JSON.stringify(serialize(resource));
}

export function createResourceSerializer(
  fields: SparseFields,
  { links, metaOf }: ResourceMembers,
  shape: DocumentShape,
): (resource: Resource) => ResourceObject {
  const restricted = new Map(
    [...fields.keys()].map((type) => [type, createSerializer(type, shownAttributes(fields, type))]),
  );
  const namesOf = relationshipNames(fields, shape);

  return (resource) => {
    const serializer = restricted.get(resource.type) ?? WHOLE[resource.type];
    const record = { ...resource.attributes, ...Object.fromEntries(resource.relationships) };
    const { data } = serializer.serialize(record) as { data: SerializedResource };
    const { type, id, attributes = {} } = data;
    const own = links(resource);
    const relationships = Object.fromEntries(
      namesOf(resource.type).map((name) => [
        name,
        data.relationships?.[name] ?? shape.emptyRelationship(own, name),
      ]),
    );
    const meta = metaOf?.(resource);
    return { type, id, attributes, relationships, links: own, ...(meta && { meta }) };
  };
}

function relationshipNames(fields: SparseFields, shape: DocumentShape): (type: ResourceType) => string[] {
  return (type) => {
    const names = Object.keys(RESOURCE_TYPES[type].relationships);
    const requested = shape.fieldsRestrictRelationships ? fields.get(type) : undefined;
    return requested ? names.filter((name) => requested.has(name)) : names;
  };
}

function createSerializer(type: ResourceType, attributes: readonly string[]): Serializer {
  return new Serializer(type, serializerOptions(type, attributes));
}

/** Linkage is given as IDs (`ref: true`); names are not pluralised or changed. */
function serializerOptions(type: ResourceType, attributes: readonly string[]) {
  const { relationships } = RESOURCE_TYPES[type];
  const linkage = Object.keys(relationships).map((name) => [name, { ref: true, included: false }]);
  return {
    attributes: [...attributes, ...Object.keys(relationships)],
    keyForAttribute: (name: string) => name,
    pluralizeType: false,
    typeForAttribute: (name: string) => relationships[name]?.type ?? name,
    ...Object.fromEntries(linkage),
  };
}
