import type { NewAddress } from '@guidepost/addresses';
import type { RefusedImage, SourceImage, SourceLogo } from '@guidepost/files/images';
import type { SourceFile } from '@guidepost/files/types';
import type { Counts } from '../../cleaning/removed-markup.ts';
import type { LookTexts } from '../../look/look-properties.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { EarlierVotes } from '../../readers/earlier-votes.ts';
import type { PropertyChanges } from '../../reviews/write-properties.ts';
import type { Findings } from './import-summary.ts';
import type { LeftOut } from './problems.ts';

/** An import source of any format. Everything except the content of guides is read in advance. */
export interface ImportSource {
  knowledgeBase: KnowledgeBaseProperties;
  /** Undefined keeps the current logo. */
  logo?: SourceLogo | RefusedImage | undefined;
  /** Undefined keeps the current one; so does a property that is missing. */
  look?: LookTexts | undefined;
  /** The widget's rules, as people write them; undefined keeps the current ones. */
  widgetRules?: string | undefined;
  categories: SourceCategory[];
  tags: SourceTag[];
  /** Words that mean the same to search; those of the knowledge base stay. */
  synonyms?: readonly string[][] | undefined;
  /** Whether search also uses the synonyms that ship with Guidepost. */
  everydaySynonyms?: boolean | undefined;
  guides: SourceGuide[];
  /** Texts of guides in further languages; those that the knowledge base has are taken. */
  translations?: readonly SourceTranslation[];
  /** Names of categories and tags in further languages. */
  translatedNames?: readonly TranslatedName[];
  /** Old addresses, and where each leads (`addresses/targets.ts`); a guide by its slug in the source. */
  addresses?: readonly NewAddress[] | undefined;
  /** Addresses of files, by their paths in the source; those that no guide shows are not stored, and lead nowhere. */
  fileAddresses?: readonly { address: string; path: string }[] | undefined;
  /** Whether other guides of the knowledge base are not part of the source. */
  isPart?: boolean;
  unknownKeys: Counts;
  ignoredFiles: number;
  leftOut: readonly LeftOut[];
  /** Values that were read in another way than they are written, as `place: remark`. */
  remarks: readonly string[];
  /**
   * The source without some more of its guides.
   * @param existing slugs in the knowledge base, to which links may lead although their file is left out
   */
  without(leftOut: readonly LeftOut[], existing: ReadonlySet<string>): ImportSource;
  /** The source for a knowledge base with these languages, the main one first. */
  inLanguages?(languages: readonly string[]): ImportSource;
  /** The source with the slugs that its guides and categories have here; it takes none that belong to others. */
  withSlugs?(known: KnownSlugs): ImportSource;
}

/** The slugs of what comes from other systems, by `external`. */
export interface KnownSlugs {
  guides: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, string>;
}

export type KnowledgeBaseProperties = Partial<
  Pick<KnowledgeBase, 'name' | 'organization_name' | 'language' | 'accent_color'>
> & {
  /** All of its languages, which are added. */
  languages?: readonly string[];
};

export interface SourceCategory {
  slug: string;
  name: string;
  multipleGuidesName: string;
  /** Undefined keeps the current one. */
  description?: string | undefined;
  icon?: string | undefined;
  position: number;
  /** The slug of the parent, in the source or the knowledge base. */
  parent: string | undefined;
  place: string;
  /** Its identity in the system that it comes from: `zendesk:section:12`. */
  external?: string | undefined;
  /** Leaves an existing category unchanged. */
  onlyNew?: boolean;
}

export interface SourceTag {
  slug: string;
  name: string;
}

export interface SourceGuide {
  slug: string;
  /** For messages: `install/linux.html` or `manual.json: guides[3]`. */
  place: string;
  /** In the source or the knowledge base; undefined keeps the current ones. */
  categories: readonly SourcePlace[] | undefined;
  /** Slugs in the source or the knowledge base. */
  tags: readonly string[];
  /** Slugs that the guide had before. */
  former: readonly string[];
  /** Its identity in the system that it comes from: `zendesk:article:12`. */
  external?: string | undefined;
  /** Why the guide is not public: `draft: true`. */
  hidden: string | undefined;
  /** Whether only some readers could see it where it was. */
  isRestricted?: boolean;
  /** Summary, search words, owner and reviews; those that the source does not say stay. */
  properties: PropertyChanges;
  /** Votes that it got there; undefined keeps those that it has. */
  votes?: EarlierVotes | undefined;
  /** Votes of an export, for a guide that has none. */
  exportedVotes?: EarlierVotes | undefined;
  /** ISO 8601; undefined is the time of the import. */
  dates?: { createdAt: string | undefined; updatedAt: string | undefined } | undefined;
  read(language: string): Promise<GuideReading>;
}

/** The text of a guide in a further language; its slug is the one that it has there. */
export interface SourceTranslation extends SourceGuide {
  /** A tag, as the source has it. */
  language: string;
  /** The slug of the guide in the main language, in the source or the knowledge base. */
  of: string;
  /** Whether the main language says something else by now. */
  isOutdated?: boolean;
}

/** The name of a category or a tag in a further language. */
export interface TranslatedName {
  kind: 'category' | 'tag';
  language: string;
  /** The slug in the main language. */
  of: string;
  slug: string;
  name: string;
  /** The heading of the guides of a category; tags have none. */
  multipleGuidesName?: string | undefined;
  description?: string | undefined;
}

export interface SourcePlace {
  slug: string;
  /** Undefined: after the previous guide of the source. `as it is`: the current position, or the last. */
  position?: number | 'as it is' | undefined;
}

/** Stores an image once and returns its address. */
export type StoreImage = (image: SourceImage) => Promise<string>;

/** The same for images, and files to download. */
export type StoreFile = (source: SourceImage | SourceFile) => Promise<string>;

/** The content of a guide; its hash tells whether it has changed since the last import. */
export interface GuideReading {
  hash: string;
  /** The hash of the guide alone, wherever it is. */
  fileHash: string;
  content(carry: StoreFile): Promise<GuideContent>;
}

export interface GuideContent {
  title: string;
  /** Places to link to in the heading that became the title. */
  titleAnchors?: readonly string[];
  contentHtml: string;
  /** Undefined publishes new guides and leaves others unchanged. */
  published: boolean | undefined;
  /** Tags in the content itself; created if they are missing, but never renamed. */
  keywords: SourceTag[];
  findings: Findings;
}

/** A source whose guides do not depend on each other, without some of them. */
export function withoutGuides(source: Omit<ImportSource, 'without'>, more: readonly LeftOut[]): ImportSource {
  const places = new Set(more.map(({ place }) => place));
  const guides = source.guides.filter(({ place }) => !places.has(place));
  const translations = source.translations?.filter(({ place }) => !places.has(place)) ?? [];
  const rest = { ...source, guides, translations, leftOut: [...source.leftOut, ...more] };
  return { ...rest, without: (others) => withoutGuides(rest, others) };
}
