import { readHtml } from '@guidepost/search';
import { diffArrays, diffWordsWithSpace } from 'diff';

export interface ComparedText {
  title: string;
  contentHtml: string;
}

/** A piece of text, never markup. Blocks of text are separated by line breaks. */
export interface Segment {
  kind: 'added' | 'removed' | 'same';
  text: string;
}

export interface Comparison {
  title: Segment[];
  content: Segment[];
  /** Whether only formatting, links or images differ. */
  onlyMarkup: boolean;
}

/** Milliseconds; texts that have nothing in common are then shown one after the other. */
const TIME_LIMIT = 500;

/** Compares the visible text of two versions word by word. @param language ISO 639-1 */
export function compareTexts(before: ComparedText, after: ComparedText, language: string): Comparison {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const title = compareWords(before.title, after.title, segmenter);
  const content = compareBlocks(readBlocks(before.contentHtml), readBlocks(after.contentHtml), segmenter);
  const onlyMarkup =
    before.contentHtml !== after.contentHtml && [...title, ...content].every(({ kind }) => kind === 'same');
  return { title, content, onlyMarkup };
}

/** Blocks first: a paragraph that is new is not compared with words of the next one. */
function compareBlocks(before: string[], after: string[], segmenter: Intl.Segmenter): Segment[] {
  const changes = diffArrays(before, after, { timeout: TIME_LIMIT });
  if (!changes) return replaced(before.join('\n'), after.join('\n'));
  const segments: Segment[] = [];
  for (const [index, { added, removed, value }] of changes.entries()) {
    const text = value.map((block) => `${block}\n`).join('');
    const last = changes[index - 1];
    if (added && last?.removed) {
      const removedText = last.value.map((block) => `${block}\n`).join('');
      segments.splice(-1, 1, ...compareWords(removedText, text, segmenter));
    } else segments.push({ kind: added ? 'added' : removed ? 'removed' : 'same', text });
  }
  return segments;
}

function compareWords(before: string, after: string, intlSegmenter: Intl.Segmenter): Segment[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const changes = diffWordsWithSpace(before, after, { intlSegmenter, timeout: TIME_LIMIT });
  if (!changes) return replaced(before, after);
  return changes.map(({ added, removed, value: text }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text,
  }));
}

function replaced(before: string, after: string): Segment[] {
  const segments: Segment[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return segments.filter(({ text }) => text !== '');
}

/** Paragraphs, items, cells … with the texts of images. */
function readBlocks(html: string): string[] {
  const blocks = [''];
  const add = (text: string) => {
    blocks[blocks.length - 1] += text;
  };
  readHtml(html, {
    text: add,
    breakLine: () => void blocks.push(''),
    open(name, { alt }) {
      if (name === 'img' && alt) add(`[${alt}]`);
    },
  });
  return blocks.map((block) => block.replace(/\s+/g, ' ').trim()).filter((block) => block !== '');
}
