import { Serializer } from 'jsonapi-serializer';
import type { Resource } from './resource-graph.ts';
import { RESOURCE_TYPES, type ResourceType } from './resource-types.ts';
import { type SparseFields, shownAttributes } from './sparse-fields.ts';

export interface ResourceObject {
  type: string;
  id: string;
  links: Record<string, string>;
  attributes?: Record<string, unknown>;
  relationships?: Record<string, { data: unknown }>;
}

export type ResourceLinks = (resource: Resource) => Record<string, string>;

const WHOLE: Readonly<Record<ResourceType, Serializer>> = {
  guide: createSerializer('guide', RESOURCE_TYPES.guide.attributes),
  knowledge_base: createSerializer('knowledge_base', RESOURCE_TYPES.knowledge_base.attributes),
  knowledge_base_category: createSerializer(
    'knowledge_base_category',
    RESOURCE_TYPES.knowledge_base_category.attributes,
  ),
  tag: createSerializer('tag', RESOURCE_TYPES.tag.attributes),
};

export function createResourceSerializer(fields: SparseFields, links: ResourceLinks) {
  const restricted = new Map(
    [...fields.keys()].map((type) => [type, createSerializer(type, shownAttributes(fields, type))]),
  );

  return (resource: Resource): ResourceObject => {
    const serializer = restricted.get(resource.type) ?? WHOLE[resource.type];
    const record = { ...resource.attributes, ...Object.fromEntries(resource.relationships) };
    const { data } = serializer.serialize(record) as { data: ResourceObject };
    data.links = links(resource);
    return data;
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
