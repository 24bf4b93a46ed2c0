import { ACCENT_COLOR } from '@guidepost/pages/accent-color';
import { VISIBLE_CHARACTER } from '@guidepost/service-kit';
import type { KnowledgeBaseProperties } from '../import-source.ts';

export interface ImportDocument {
  knowledge_base?: DocumentKnowledgeBase;
  categories?: DocumentCategory[];
  tags?: { slug: string; name: string }[];
  synonyms?: string[][];
  everyday_synonyms?: boolean;
  guides: DocumentGuide[];
}

export interface DocumentKnowledgeBase extends KnowledgeBaseProperties {
  logo?: string;
}

export interface DocumentCategory {
  slug: string;
  name: string;
  multiple_guides_name?: string;
  parent?: string;
  position?: number;
}

export interface DocumentGuide {
  slug: string;
  title: string;
  content_html: string;
  categories?: (string | DocumentPlace)[];
  tags?: string[];
  /** As in front matter; other keys can hide the guide, too. */
  published?: unknown;
  /** Slugs that the guide had before. */
  former?: string[];
}

/** A place in a category; without a position, after the previous guide of the file. */
export interface DocumentPlace {
  slug: string;
  position?: number;
}

const slug = {
  type: 'string',
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 200,
  description: 'a slug such as getting-started',
};

const name = {
  type: 'string',
  pattern: VISIBLE_CHARACTER,
  maxLength: 200,
  description: 'more than white space',
};

/** Tells unknown properties, so that misspelt names are reported. */
function closed(required: string[], properties: Record<string, object>): object {
  return { type: 'object', required, properties, additionalProperties: false };
}

const position = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };

/** A slug, or an object with a slug. */
const place = { ...slug, ...closed(['slug'], { slug, position }), type: ['string', 'object'] };

/** JSON Schema of a guide; each `description` completes "must be …". */
export const GUIDE_SCHEMA = closed(['slug', 'title', 'content_html'], {
  slug,
  title: { type: 'string', pattern: VISIBLE_CHARACTER, maxLength: 500, description: 'more than white space' },
  content_html: { type: 'string' },
  categories: { type: 'array', items: place },
  tags: { type: 'array', items: slug, uniqueItems: true },
  published: {},
  former: { type: 'array', items: slug },
});

/** JSON Schema of the file, whose guides are checked one by one. */
export const DOCUMENT_SCHEMA = closed(['guides'], {
  knowledge_base: closed([], {
    name,
    organization_name: name,
    language: { type: 'string', pattern: '^[a-z]{2}$', description: 'two letters of ISO 639-1 such as en' },
    accent_color: { type: 'string', pattern: ACCENT_COLOR.source, description: 'a colour such as #0a7d5c' },
    logo: { type: 'string' },
  }),
  categories: {
    type: 'array',
    items: closed(['slug', 'name'], {
      slug,
      name,
      multiple_guides_name: name,
      parent: slug,
      position,
    }),
  },
  tags: { type: 'array', items: closed(['slug', 'name'], { slug, name }) },
  synonyms: {
    type: 'array',
    items: { type: 'array', items: { ...name, maxLength: 100 }, minItems: 2, maxItems: 20 },
  },
  everyday_synonyms: { type: 'boolean' },
  guides: { type: 'array' },
});
