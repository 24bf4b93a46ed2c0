// JSON between the panel in a page and this service. Pages may keep a panel of an earlier version for years:
// members are added, and none is removed or given another meaning.

/** The properties of the loader, which precede its code. */
export interface LoaderSettings {
  version: string;
  /** The digest of the panel. */
  integrity: string;
  /** Rules of its style sheet. */
  colors: string;
  /** By ISO 639-1. */
  texts: Readonly<Record<string, LoaderTexts>> & { readonly en: LoaderTexts };
}

/** The name of the button, and what is said without an answer. */
export type LoaderTexts = readonly [help: string, failure: string];

/** The name of the button that closes the panel, by ISO 639-1; it precedes the code of the panel. */
export type CloseTexts = Readonly<Record<string, string>> & { readonly en: string };

export interface GuideLink {
  slug: string;
  title: string;
  /** The language of a title that stands in for a missing translation. */
  standIn?: TextLanguage;
}

export interface TextLanguage {
  language: string;
  direction: 'ltr' | 'rtl';
}

/** `widget/start`, once for each opening in a language. */
export interface StartAnswer {
  /** The language of the texts around guides. */
  language: string;
  guideLanguage: string;
  direction: 'ltr' | 'rtl';
  name: string;
  /** The home page, from the root. */
  home: string;
  words: PanelWords;
  /** The first one that matches the path of a page counts. */
  rules: readonly { path: string; guides: readonly GuideLink[] }[];
  /** Begins a post in the forum; its title follows. */
  forum?: string;
  /** An address of the web or of mail. */
  contact?: string;
  /** Where people write to the help centre, if it takes messages. */
  messages?: { path: string; words: MessageWords };
}

export interface MessageWords {
  title: string;
  subject: string;
  name: string;
  email: string;
  emailHint: string;
  text: string;
  file: string;
  fileHint: string;
  optional: string;
  offered: string;
  answered: string;
  deflected: string;
  history: string;
  historyHint: string;
  /** The names of what is sent along. */
  before: Readonly<Record<'page' | 'searched' | 'read' | 'answered', string>>;
  send: string;
  sent: string;
  sentHint: string;
}

export interface PanelWords {
  search: string;
  placeholder: string;
  back: string;
  suggested: string;
  helpful: string;
  allResults: string;
  fullPage: string;
  helpCentre: string;
  newTab: string;
  question: string;
  yes: string;
  no: string;
  thanks: string;
  tryLater: string;
  askForum: string;
  contact: string;
}

/** `widget/suggestions` */
export interface SuggestionsAnswer {
  guides: readonly GuideLink[];
  /** Whether they are about the words; else many readers found them helpful. */
  areSimilar: boolean;
}

export type MarkedText = readonly { text: string; marked: boolean }[];

export interface FoundGuide {
  slug: string;
  /** From the root. */
  path: string;
  title: MarkedText;
  excerpt: { parts: MarkedText; cutBefore: boolean; cutAfter: boolean };
  /** The language of a text that stands in for a missing translation. */
  standIn?: TextLanguage & { name: string };
}

/** `widget/search` */
export interface SearchAnswer {
  /** A sentence for screen readers. */
  status: string;
  /** Further sentences, such as another spelling that was searched for. */
  notes: readonly string[];
  total: number;
  /** The address of all results, from the root. */
  path: string;
  found: readonly FoundGuide[];
}

/** A text, or an element. */
export type ContentNode = string | ContentElement;

export interface ContentElement {
  name: string;
  attributes?: Readonly<Record<string, string>>;
  content?: readonly ContentNode[];
}

/** `widget/guides/:guide` */
export interface GuideAnswer extends GuideLink {
  /** The language of its text. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** Says that the text stands in for a missing translation. */
  notice?: string;
  /** The whole page, absolute. */
  address: string;
  /** Where votes are posted, from the root. */
  votes: { up: string; down: string };
  content: readonly ContentNode[];
}

/** Any of these that failed. */
export interface FailureAnswer {
  message: string;
}
