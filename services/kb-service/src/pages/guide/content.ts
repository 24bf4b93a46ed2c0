import GithubSlugger from 'github-slugger';
import { Parser } from 'htmlparser2';

/** A heading that a table of contents leads to. */
export interface Heading {
  level: 2 | 3;
  id: string;
  text: string;
}

/** A guide's content as its page shows it. */
export interface PageContent {
  html: string;
  headings: Heading[];
}

/** Something to be put into the content, at an offset. */
interface Insertion {
  at: number;
  text: string;
}

/** A heading as the parser meets it. */
interface OpenHeading extends Omit<Heading, 'id'> {
  id: string | undefined;
  /** Where an attribute can be put into its tag. */
  at: number;
}

const HAS_LETTERS = /[\p{L}\p{N}]/u;

/** Wide tables scroll in a frame of their own, which has to be reached by keyboard. */
const TABLE_FRAME = ['<div class="table" tabindex="0">', '</div>'] as const;

/**
 * Prepares clean content for a page: headings get ids to be linked to, tables a frame to scroll in, code can be scrolled
 * by keyboard, and images below the first are loaded when they are about to be seen. Everything else stays byte for byte.
 */
export function prepareContent(contentHtml: string): PageContent {
  const { insertions, headings, ids } = readContent(contentHtml);
  const slugger = new GithubSlugger();
  for (const id of ids) slugger.slug(id);
  const named = headings.flatMap(({ level, id, text, at }) => {
    const name = id ?? slugger.slug(text);
    if (id === undefined) insertions.push({ at, text: ` id="${name}"` });
    return { level, id: name, text };
  });
  return { html: withInsertions(contentHtml, insertions), headings: named };
}

function readContent(contentHtml: string) {
  const insertions: Insertion[] = [];
  const headings: OpenHeading[] = [];
  const ids: string[] = [];
  let open: OpenHeading | undefined;
  let tables = 0;
  let images = 0;

  const parser = new Parser({
    onopentag(name, { id }) {
      const at = parser.startIndex + 1 + name.length;
      if (id !== undefined) ids.push(id);
      if (isListed(name)) open = { level: name === 'h2' ? 2 : 3, id, at, text: '' };
      if (name === 'pre') insertions.push({ at, text: ' tabindex="0"' });
      if (name === 'img' && images++ > 0) insertions.push({ at: parser.endIndex, text: ' loading="lazy"' });
      if (name === 'table' && tables++ === 0)
        insertions.push({ at: parser.startIndex, text: TABLE_FRAME[0] });
    },
    ontext(text) {
      if (open) open.text += text;
    },
    onclosetag(name) {
      if (name === 'table' && --tables === 0)
        insertions.push({ at: parser.endIndex + 1, text: TABLE_FRAME[1] });
      if (!isListed(name) || !open) return;
      open.text = open.text.trim().replace(/\s+/g, ' ');
      if (HAS_LETTERS.test(open.text)) headings.push(open);
      open = undefined;
    },
  });
  parser.end(contentHtml);
  return { insertions, headings, ids };
}

function isListed(name: string): boolean {
  return name === 'h2' || name === 'h3';
}

function withInsertions(html: string, insertions: Insertion[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { at, text } of insertions.toSorted((one, other) => one.at - other.at)) {
    parts.push(html.slice(done, at), text);
    done = at;
  }
  parts.push(html.slice(done));
  return parts.join('');
}
