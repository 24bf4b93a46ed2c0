import { AppError } from '@guidepost/service-kit';

/** A part of a long Markdown text. */
interface ReadPassage {
  markdown: string;
  /** Where to go on; undefined at the end. */
  next?: number;
  /** The headings of the text, if only a part of it was read. */
  sections?: string[];
}

interface Section {
  level: number;
  title: string;
  /** Offsets of its heading and its end. */
  from: number;
  until: number;
}

/** Bytes of a passage, which leaves room for its heading, and headings that are named. */
const MOST_BYTES = 39_000;
const MOST_SECTIONS = 100;

interface PassageRequest {
  section?: string | undefined;
  /** The `next` of the passage before. */
  from?: number | undefined;
  /** By default as many as an answer may have. */
  mostBytes?: number;
}

/**
 * A passage of at most 40 kB of a Markdown text: its beginning, what follows an offset that an earlier passage named,
 * or one section.
 * @throws AppError `not-found` with the sections that there are, `invalid` for an offset beyond the end
 */
export function passageOf(
  text: string,
  { section, from = 0, mostBytes = MOST_BYTES }: PassageRequest,
): ReadPassage {
  // Only the first part says what else there is.
  const sections = section === undefined && from > 0 ? [] : sectionsIn(text);
  const read = section === undefined ? { from: 0, until: text.length } : findSection(sections, section);
  if (from > 0 && from >= read.until)
    throw new AppError('invalid', 'There is no more text: leave out "from" to read from the beginning.');
  const begin = Math.max(read.from, from);
  const end = endOf(text, { ...read, from: begin }, mostBytes);
  const isPart = begin > 0 || end < text.length;
  return {
    markdown: text.slice(begin, end).trim(),
    ...(end < read.until && { next: end }),
    ...(isPart &&
      sections.length > 0 && { sections: sections.slice(0, MOST_SECTIONS).map(({ title }) => title) }),
  };
}

function findSection(sections: readonly Section[], name: string): Section {
  const wanted = fold(name);
  const found = sections.find(({ title }) => fold(title) === wanted);
  if (found) return found;
  const names = sections.slice(0, MOST_SECTIONS).map(({ title }) => `"${title}"`);
  const known = names.length > 0 ? `Its sections are ${names.join(', ')}.` : 'It has no sections.';
  throw new AppError('not-found', `There is no section "${name}". ${known}`);
}

/** Headings and the names of their places in addresses are the same then. */
function fold(title: string): string {
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join('-');
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^(#{1,6}) (.*)$/;

/** Headings outside of code, each with all that is below it; the first heading of the first level is a title. */
function sectionsIn(text: string): Section[] {
  const sections: Section[] = [];
  const open: Section[] = [];
  let fence = '';
  let at = 0;
  for (const line of text.split('\n')) {
    const [, mark = ''] = FENCE.exec(line) ?? [];
    const [, { length: level } = '', title = ''] = HEADING.exec(line) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    } else if (mark !== '') fence = mark;
    else if (level > 1) {
      while ((open.at(-1)?.level ?? 0) >= level) (open.pop() as Section).until = at;
      const section = { level, title: plain(title), from: at, until: text.length };
      sections.push(section);
      open.push(section);
    }
    at += line.length + 1;
  }
  return sections;
}

/** The end of a link. */
const LINK = /(?<!\\)\]\([^()]*\)/g;

const MARKS = /\\([!-/:-@[-`{-~])|[`*_~[\]]/g;

/** Without the marks of Markdown. */
function plain(title: string): string {
  return title
    .replaceAll(LINK, '')
    .replaceAll(MARKS, (_, escaped = '') => escaped)
    .trim();
}

/** Breaks between sections, else paragraphs, lines or at least characters. */
const BREAKS = ['\n## ', '\n\n', '\n', ' '];

function endOf(text: string, { from, until }: { from: number; until: number }, mostBytes: number): number {
  const most = Buffer.from(text.slice(from, Math.min(until, from + mostBytes)));
  if (from + mostBytes >= until && most.length <= mostBytes) return until;
  // A character that is cut in two is left out.
  const fitting = new TextDecoder().decode(most.subarray(0, mostBytes), { stream: true }).length;
  for (const mark of BREAKS) {
    const at = text.lastIndexOf(mark, from + fitting - 1);
    if (at > from + fitting / 2) return at + 1;
  }
  return from + fitting;
}
