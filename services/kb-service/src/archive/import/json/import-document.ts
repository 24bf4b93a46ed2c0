import type { SaidKeys } from '../../../content/guide-properties.ts';
import type { LookTexts } from '../../../look/look-properties.ts';
import type { KnowledgeBaseProperties } from '../import-source.ts';

export interface ImportDocument {
  knowledge_base?: DocumentKnowledgeBase;
  categories?: DocumentCategory[];
  tags?: DocumentTag[];
  synonyms?: string[][];
  everyday_synonyms?: boolean;
  /** Old addresses, and where each leads. */
  addresses?: { address: string; to: string }[];
  guides: DocumentGuide[];
}

export interface DocumentKnowledgeBase extends KnowledgeBaseProperties {
  languages?: string[];
  logo?: string;
  look?: LookTexts;
  /** As people write them. */
  widget_rules?: string;
}

export interface DocumentTag {
  slug: string;
  name: string;
  translations?: DocumentName[];
}

/** The name of a category or a tag in a further language. */
export interface DocumentName {
  language: string;
  slug: string;
  name: string;
  /** The heading of the guides of a category; tags have none. */
  multiple_guides_name?: string;
  description?: string;
}

export interface DocumentCategory {
  slug: string;
  name: string;
  multiple_guides_name?: string;
  /** Up to 1,000 characters. */
  description?: string;
  icon?: string;
  parent?: string;
  position?: number;
  /** Its identity in the system that it comes from. */
  external?: string;
  translations?: DocumentName[];
}

export interface DocumentGuide extends SaidKeys {
  slug: string;
  title: string;
  content_html: string;
  categories?: (string | DocumentPlace)[];
  tags?: string[];
  /** As in front matter; other keys can hide the guide, too. */
  published?: unknown;
  /** Slugs that the guide had before. */
  former?: string[];
  /** Its identity in the system that it comes from. */
  external?: string;
  /** How many readers found it helpful, or not: `up` and `down`. */
  votes?: unknown;
  /** ISO 8601; a time that has been. Other values are not read. */
  created_at?: unknown;
  updated_at?: unknown;
  translations?: DocumentTranslation[];
}

/** The text of a guide in a further language. */
export interface DocumentTranslation
  extends Pick<
      DocumentGuide,
      'slug' | 'title' | 'content_html' | 'published' | 'former' | 'external' | 'created_at' | 'updated_at'
    >,
    Pick<SaidKeys, 'summary' | 'synonyms'> {
  language: string;
  /** Whether the main language was published after it. */
  outdated?: boolean;
}

/** A place in a category; without a position, after the previous guide of the file. */
export interface DocumentPlace {
  slug: string;
  position?: number;
}
