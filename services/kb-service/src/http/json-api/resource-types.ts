import { ATTRIBUTES } from './attributes.ts';

/** The types of resources that this service has, by their names on the wire. */
export type ResourceType = keyof typeof ATTRIBUTES;

export interface Relationship {
  type: ResourceType;
  many: boolean;
}

interface TypeDescription {
  /** In the order in which documents show them. */
  attributes: readonly string[];
  relationships: Readonly<Record<string, Relationship>>;
}

const toMany = (type: ResourceType): Relationship => ({ type, many: true });
const TO_KNOWLEDGE_BASE: Relationship = { type: 'knowledge_base', many: false };

export const RESOURCE_TYPES: Readonly<Record<ResourceType, TypeDescription>> = {
  knowledge_base: {
    attributes: Object.keys(ATTRIBUTES.knowledge_base),
    relationships: {
      categories: toMany('knowledge_base_category'),
      tags: toMany('tag'),
      guides: toMany('guide'),
    },
  },
  guide: {
    attributes: Object.keys(ATTRIBUTES.guide),
    relationships: {
      knowledge_base: TO_KNOWLEDGE_BASE,
      categories: toMany('knowledge_base_category'),
      tags: toMany('tag'),
    },
  },
  knowledge_base_category: {
    attributes: Object.keys(ATTRIBUTES.knowledge_base_category),
    relationships: {
      knowledge_base: TO_KNOWLEDGE_BASE,
      guides: toMany('guide'),
      child_categories: toMany('knowledge_base_category'),
    },
  },
  tag: {
    attributes: Object.keys(ATTRIBUTES.tag),
    relationships: { knowledge_base: TO_KNOWLEDGE_BASE, guides: toMany('guide') },
  },
};

export const RESOURCE_TYPE_NAMES = Object.keys(RESOURCE_TYPES) as readonly ResourceType[];

/** A relationship of the type by its own name or by the name of the type that it leads to, as `include` takes both. */
export function findRelationship(type: ResourceType, name: string): [string, Relationship] | undefined {
  const relationships = Object.entries(RESOURCE_TYPES[type].relationships);
  return (
    relationships.find(([relationship]) => relationship === name) ??
    relationships.find(([, { type: target }]) => target === name)
  );
}
