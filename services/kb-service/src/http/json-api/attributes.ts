import type { SchemaObject } from 'ajv';

/** Attributes by name, in the order in which documents show them, as JSON Schemas (2020-12). */
type Attributes = Readonly<Record<string, SchemaObject>>;

const slug = (of: string): SchemaObject => ({
  type: 'string',
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 200,
  description: `Identifies the ${of} within its knowledge base.`,
});

const text = (description: string): SchemaObject => ({ type: 'string', description });

/** What is known of each type: the serializer shows it, sparse fieldsets name it, the OpenAPI document describes it. */
export const ATTRIBUTES = {
  knowledge_base: {
    name: text('Name of the knowledge base.'),
    host: text('Host name where the knowledge base is reached on the web, with its port when it has one.'),
    organization_name: text('Name of the organization that owns it.'),
  },
  guide: {
    title: text('Title of the guide.'),
    slug: slug('guide'),
    content_html: text('The guide as clean HTML; relative links in it are relative to `links.public`.'),
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
      description: 'The id of the category above, null at the top.',
    },
  },
  tag: {
    name: text('Name of the tag.'),
    slug: slug('tag'),
  },
} satisfies Readonly<Record<string, Attributes>>;
