import { AppError } from '@guidepost/service-kit';

/** The front matter of a file, not parsed. */
export interface Block {
  language: 'yaml' | 'toml' | 'json';
  source: string;
  /** Lines of the file before `source`. */
  linesAbove: number;
  /** Whether it stands at the very beginning; after empty lines, two lines of hyphens may be rules. */
  isSure: boolean;
  /** The file after it. */
  text: string;
}

interface Fence {
  first: RegExp;
  last: RegExp;
  language: Block['language'];
}

/** `---yaml` and `---toml` are notations of gray-matter. */
const FENCES: Fence[] = [
  {
    first: /^---[ \t]*(?:yaml|yml)?[ \t]*(?:#[^\n]*)?\r?\n/i,
    last: /^(?:---|\.\.\.)[ \t]*\r?$/m,
    language: 'yaml',
  },
  { first: /^---[ \t]*toml[ \t]*\r?\n/i, last: /^---[ \t]*\r?$/m, language: 'toml' },
  { first: /^---[ \t]*json[ \t]*\r?\n/i, last: /^---[ \t]*\r?$/m, language: 'json' },
  { first: /^\+\+\+[ \t]*\r?\n/, last: /^\+\+\+[ \t]*\r?$/m, language: 'toml' },
];

const FIRST_KEY = /^\s*["']?([\w-]+)["']?[ \t]*[:=]/;

interface Expectation {
  place: string;
  isKnown(key: string): boolean;
}

/**
 * Finds the front matter of a file.
 * @throws AppError `invalid` if it has no end, so that what it says is not shown to readers
 */
export function findFrontMatter(file: string, { place, isKnown }: Expectation): Block | undefined {
  const start = /^\s*?(?=\S)/.exec(file)?.[0] ?? '';
  const beginning = file.slice(start.length);
  const linesBefore = start.split('\n').length - 1;
  const isSure = start === '';
  if (beginning.startsWith('{')) return findObject(beginning, { place, isKnown, linesBefore });
  const fence = FENCES.find(({ first }) => first.test(beginning));
  const first = fence?.first.exec(beginning)?.[0];
  if (!fence || first === undefined) return undefined;
  const rest = beginning.slice(first.length);
  const last = fence.last.exec(rest);
  if (last) {
    const text = rest.slice(last.index + last[0].length);
    const source = rest.slice(0, last.index);
    return { language: fence.language, source, linesAbove: linesBefore + 1, isSure, text };
  }
  if (!isKnown(FIRST_KEY.exec(rest)?.[1] ?? '')) return undefined;
  throw new AppError('invalid', `${place}: line ${linesBefore + 1}: the front matter has no end`);
}

/** Hugo's JSON, up to the bracket that closes the first one. */
function findObject(
  file: string,
  { place, isKnown, linesBefore }: Expectation & { linesBefore: number },
): Block | undefined {
  const key = /^\{\s*"([^"\n]*)"\s*:/.exec(file)?.[1];
  if (key === undefined) return undefined;
  const end = endOfObject(file);
  const after = file.slice(end ?? 0);
  if (end !== undefined && /^[ \t]*(?:\r?\n|$)/.test(after)) {
    const isSure = linesBefore === 0;
    return { language: 'json', source: file.slice(0, end), linesAbove: linesBefore, isSure, text: after };
  }
  if (!isKnown(key)) return undefined;
  throw new AppError('invalid', `${place}: line ${linesBefore + 1}: the front matter has no end`);
}

function endOfObject(file: string): number | undefined {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < file.length; index += 1) {
    const character = file[index];
    if (isText) {
      if (character === '\\') index += 1;
      if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}
