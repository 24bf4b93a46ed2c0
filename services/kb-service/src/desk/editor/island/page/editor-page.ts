import type { EditorWords } from '@guidepost/i18n/texts';

/** The guide in the page of the editor, from `<script type="application/json" id="guide">`. */
export interface EditorPage {
  id: number;
  revision: number;
  title: string;
  slug: string;
  contentHtml: string;
  categories: number[];
  tags: string[];
  state: string;
  /** The token of the session, sent with each change. */
  token: string;
  /** The language that is written, as BCP 47, and its direction. */
  text: { lang: string; dir: 'ltr' | 'rtl' };
  /** Identifies who is signed in: text that was not saved is kept for this person. */
  person: string;
  urls: {
    draft: string;
    comparison: string;
    images: string;
    /** Where files are sent to. */
    uploads: string;
    links: string;
    markdown: string;
    signIn: string;
    /** Where images of drafts are loaded from. */
    files: string;
  };
  words: EditorWords;
  /** The text of the main language, while there is none in this one. */
  source?: string;
  /** All tags of the knowledge base, by name. */
  tagNames: readonly string[];
  /** For people who may create categories. */
  structure?: {
    /** Where they are created. */
    url: string;
    words: Record<'newCategory' | 'name' | 'parent' | 'top', string>;
  };
}

/** @throws Error if the page has no guide, such as a sign-in page */
export function readEditorPage(page: Document): EditorPage {
  const script = page.querySelector('script#guide[type="application/json"]');
  if (!script?.textContent) throw new Error('The page has no guide.');
  return JSON.parse(script.textContent);
}
