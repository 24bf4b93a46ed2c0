import { readHtml } from '@guidepost/search';
import { startTimeSlice } from '@guidepost/service-kit';

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

/** Milliseconds for all of a comparison; what remains is then shown one after the other. */
const LONGEST = 500;

/** Milliseconds that nothing else runs. */
const LONGEST_STEP = 100;

/** UTF-16 units; merely finding the words of longer texts would take too long. */
const LONGEST_TEXT = 500_000;

/** Compares in as many milliseconds as there are left. */
type Step = <Result>(compare: (timeout: number) => Result | undefined) => Promise<Result | undefined>;

/** Compares the visible text of two versions word by word. Other work goes on meanwhile. */
export async function compareTexts(before: ComparedText, after: ComparedText): Promise<Comparison> {
  const step = startSteps();
  const title = await compareWords(before.title, after.title, step);
  const content = await compareBlocks(readBlocks(before.contentHtml), readBlocks(after.contentHtml), step);
  const onlyMarkup =
    before.contentHtml !== after.contentHtml && [...title, ...content].every(({ kind }) => kind === 'same');
  return { title, content, onlyMarkup };
}

function startSteps(): Step {
  const slice = startTimeSlice();
  let left = LONGEST;
  return async (compare) => {
    if (slice.isOver) await slice.next();
    if (left <= 0) return undefined;
    const started = performance.now();
    const result = compare(Math.min(left, LONGEST_STEP));
    left -= performance.now() - started;
    return result;
  };
}

/** Blocks first: a paragraph that is new is not compared with words of the next one. */
async function compareBlocks(before: string[], after: string[], step: Step): Promise<Segment[]> {
  const { diffArrays } = await import('diff');
  const changes = await step((timeout) => diffArrays(before, after, { timeout }));
  if (!changes) return replaced(linesOf(before), linesOf(after));
  const segments: Segment[] = [];
  for (const [index, { added, removed, value }] of changes.entries()) {
    const text = linesOf(value);
    const last = changes[index - 1];
    if (added && last?.removed) {
      segments.pop();
      for (const segment of await compareWords(linesOf(last.value), text, step)) segments.push(segment);
    } else segments.push({ kind: added ? 'added' : removed ? 'removed' : 'same', text });
  }
  return segments;
}

async function compareWords(before: string, after: string, step: Step): Promise<Segment[]> {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  if (before.length + after.length > LONGEST_TEXT) return replaced(before, after);
  const { diffWordsWithSpace } = await import('diff');
  const changes = await step((timeout) => diffWordsWithSpace(before, after, { timeout }));
  if (!changes) return replaced(before, after);
  return changes.map(({ added, removed, value: text }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text,
  }));
}

function linesOf(blocks: readonly string[]): string {
  return blocks.map((block) => `${block}\n`).join('');
}

function replaced(before: string, after: string): Segment[] {
  const segments: Segment[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return segments.filter(({ text }) => text !== '');
}

/** Paragraphs, items, cells, lines of programs … with the texts of images. */
function readBlocks(html: string): string[] {
  const blocks = [{ text: '', isProgram: false }];
  let programs = 0;
  const last = () => blocks.at(-1) ?? { text: '', isProgram: false };
  readHtml(html, {
    text(text) {
      last().text += text;
    },
    breakLine: () => void blocks.push({ text: '', isProgram: programs > 0 }),
    open(name, { alt }) {
      if (name === 'img' && alt) last().text += `[${alt}]`;
      if (name !== 'pre') return;
      programs += 1;
      last().isProgram = true;
    },
    close(name) {
      if (name !== 'pre') return;
      programs -= 1;
      last().isProgram = programs > 0;
    },
  });
  return blocks.flatMap(({ text, isProgram }) => (isProgram ? readLines(text) : readLine(text)));
}

function readLine(text: string): string[] {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? [] : [line];
}

/** Browsers show all white space of `<pre>` but the first line break. */
function readLines(text: string): string[] {
  const program = text.replace(/^\r?\n/, '').trimEnd();
  return program === '' ? [] : program.split(/\r?\n/);
}
