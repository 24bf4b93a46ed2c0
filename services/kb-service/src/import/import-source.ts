import type { KnowledgeBase } from '../knowledge-bases/knowledge-base.ts';
import type { Findings } from './findings.ts';

/** What an import brings, whatever it was read from. Everything is known up front but the guides' content. */
export interface ImportSource {
  knowledgeBase: KnowledgeBaseProperties;
  categories: SourceCategory[];
  tags: SourceTag[];
  guides: SourceGuide[];
  /** Files beside the guides that are not imported. */
  ignoredFiles: number;
}

export type KnowledgeBaseProperties = Partial<Pick<KnowledgeBase, 'name' | 'organization_name' | 'language'>>;

export interface SourceCategory {
  slug: string;
  name: string;
  multipleGuidesName: string;
  position: number;
  /** The slug of the category above, in the source or in the knowledge base. */
  parent: string | undefined;
  place: string;
}

export interface SourceTag {
  slug: string;
  name: string;
}

export interface SourceGuide {
  slug: string;
  /** Where a person finds it, for messages: `install/linux.html`, `manual.json: guides[3]`. */
  place: string;
  /** Slugs, in the source or in the knowledge base. */
  categories: readonly string[];
  tags: readonly string[];
  read(): Promise<GuideReading>;
}

/** A guide as read: the hash tells whether its content needs to be looked at. */
export interface GuideReading {
  hash: string;
  content(): GuideContent;
}

export interface GuideContent {
  title: string;
  /** Clean. */
  contentHtml: string;
  /** Undefined: new guides are published, the others stay as they are. */
  published: boolean | undefined;
  /** Tags that the content itself names; made when there are none like them, never renamed. */
  keywords: SourceTag[];
  findings: Findings;
}
