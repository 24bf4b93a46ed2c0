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

/** Wide tables scroll in a frame of their own, which has to be reached by keyboard. */
const TABLE_FRAME = ['<div class="table" tabindex="0">', '</div>'] as const;

/**
 * Prepares clean content for a page: headings get ids to be linked to, tables a frame to scroll in, code can be scrolled
 * by keyboard, and images below the first are loaded when they are about to be seen. Everything else stays byte for byte.
 */
export function prepareContent(contentHtml: string): PageContent {
  const insertions: Insertion[] = [];
  const headings: Heading[] = [];
  const slugger = new GithubSlugger();
  let open: { level: 2 | 3; id: string | undefined; at: number; text: string } | undefined;
  let depth = 0;
  let images = 0;

  const parser = new Parser({
    onopentag(name, { id, loading }) {
      const at = parser.startIndex + 1 + name.length;
      if (name === 'h2' || name === 'h3') open = { level: name === 'h2' ? 2 : 3, id, at, text: '' };
      if (name === 'pre') insertions.push({ at, text: ' tabindex="0"' });
      if (name === 'table' && depth++ === 0) insertions.push({ at: parser.startIndex, text: TABLE_FRAME[0] });
      if (name === 'img' && images++ > 0 && !loading)
        insertions.push({ at: parser.endIndex, text: ' loading="lazy"' });
    },
    ontext(text) {
      if (open) open.text += text;
    },
    onclosetag(name) {
      if (name === 'table' && --depth === 0)
        insertions.push({ at: parser.endIndex + 1, text: TABLE_FRAME[1] });
      if ((name !== 'h2' && name !== 'h3') || !open) return;
      const text = open.text.trim().replace(/\s+/g, ' ');
      const id = open.id ?? slugger.slug(text);
      if (open.id === undefined) insertions.push({ at: open.at, text: ` id="${id}"` });
      if (text !== '') headings.push({ level: open.level, id, text });
      open = undefined;
    },
  });
  parser.end(contentHtml);
  return { html: withInsertions(contentHtml, insertions), headings };
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
