import type { SchemaObject } from 'ajv';

/** JSON Schemas (2020-12) of attributes, in the order of documents. */
type Attributes = Readonly<Record<string, SchemaObject>>;

const slug = (of: string): SchemaObject => ({
  type: 'string',
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 200,
  description: `Identifies the ${of} within its knowledge base.`,
});

const text = (description: string): SchemaObject => ({ type: 'string', description });

/** The attributes of each type, for documents, sparse fieldsets and OpenAPI. */
export const ATTRIBUTES = {
  knowledge_base: {
    name: text('Name of the knowledge base.'),
    host: text('Host name of the knowledge base, with its port if it has one.'),
    organization_name: text('Name of the organization that owns it.'),
  },
  guide: {
    title: text('Title of the guide.'),
    slug: slug('guide'),
    content_html: text('The content as clean HTML; relative links are relative to `links.public`.'),
  },
  knowledge_base_category: {
    name: text('Name of the category.'),
    slug: slug('category'),
    multiple_guides_name: text('Plural label for guides in this category.'),
    position: {
      type: 'integer',
      description: 'Position in the list of categories of its knowledge base.',
    },
    parent_category_id: {
      type: ['integer', 'null'],
      description: 'The id of the parent category; null at the top.',
    },
  },
  tag: {
    name: text('Name of the tag.'),
    slug: slug('tag'),
  },
} satisfies Readonly<Record<string, Attributes>>;

export type ResourceType = keyof typeof ATTRIBUTES;

export interface Relationship {
  type: ResourceType;
  many: boolean;
}

interface TypeDescription {
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

/** Finds a relationship by its name or its target type, because `include` accepts both. */
export function findRelationship(type: ResourceType, name: string): [string, Relationship] | undefined {
  const relationships = Object.entries(RESOURCE_TYPES[type].relationships);
  return (
    relationships.find(([relationship]) => relationship === name) ??
    relationships.find(([, { type: target }]) => target === name)
  );
}
