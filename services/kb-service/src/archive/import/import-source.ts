import type { SourceLogo } from '../../appearance/logo.ts';
import type { RefusedImage, SourceImage } from '../../files/inspect-image.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { Counts, Findings } from './import-summary.ts';

/** What an import brings, whatever it was read from. Everything is known up front but the guides' content. */
export interface ImportSource {
  knowledgeBase: KnowledgeBaseProperties;
  /** Undefined: the knowledge base keeps the one that it has. */
  logo?: SourceLogo | RefusedImage | undefined;
  categories: SourceCategory[];
  tags: SourceTag[];
  guides: SourceGuide[];
  /** Whether it says nothing of guides that are not in it. */
  isPart?: boolean;
  /** Keys of the categories that mean nothing here. */
  unknownKeys: Counts;
  /** Files beside the guides that are not imported. */
  ignoredFiles: number;
}

export type KnowledgeBaseProperties = Partial<
  Pick<KnowledgeBase, 'name' | 'organization_name' | 'language' | 'accent_color'>
>;

export interface SourceCategory {
  slug: string;
  name: string;
  multipleGuidesName: string;
  position: number;
  /** The slug of the category above, in the source or in the knowledge base. */
  parent: string | undefined;
  place: string;
  /** When the knowledge base has it, it stays as it is there. */
  onlyNew?: boolean;
}

export interface SourceTag {
  slug: string;
  name: string;
}

export interface SourceGuide {
  slug: string;
  /** Where a person finds it, for messages: `install/linux.html`, `manual.json: guides[3]`. */
  place: string;
  /** In the source or in the knowledge base; undefined: it stays where it is. */
  categories: readonly SourcePlace[] | undefined;
  /** Slugs, in the source or in the knowledge base. */
  tags: readonly string[];
  /** @param language of the knowledge base, by ISO 639-1 */
  read(language: string): Promise<GuideReading>;
}

/** A guide's place in a category. */
export interface SourcePlace {
  /** Of the category. */
  slug: string;
  /** Undefined: after the guide before it in the source. `as it is`: where the guide is already, else last. */
  position?: number | 'as it is' | undefined;
}

/** Stores an image once, and tells its address in content. */
export type CarryImage = (image: SourceImage) => Promise<string>;

/** A guide as read: the hash tells whether its content needs to be looked at. */
export interface GuideReading {
  hash: string;
  content(carry: CarryImage): Promise<GuideContent>;
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
