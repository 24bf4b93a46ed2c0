import { BOOLEAN, NAMES, POSITION, SLUG, SLUGS, TEXT } from '../yaml/property-kinds.ts';
import { readProperties } from '../yaml/read-properties.ts';

export interface FrontMatter extends Partial<FrontMatterValues> {
  unknown: string[];
}

interface FrontMatterValues {
  title: string;
  slug: string;
  categories: string[];
  position: number;
  tags: string[];
  published: boolean;
  former: string[];
}

export interface SplitFile {
  front: FrontMatter;
  text: string;
}

const FIRST_LINE = /^---[ \t]*\r?\n/;
const LAST_LINE = /^(?:---|\.\.\.)[ \t]*\r?$/m;

const KINDS = {
  title: TEXT,
  slug: SLUG,
  categories: NAMES,
  position: POSITION,
  tags: NAMES,
  published: BOOLEAN,
  former: SLUGS,
};

/** Reads the YAML between two lines `---` at the start. @throws AppError `invalid` with file and line */
export function splitFrontMatter(source: string, place: string): SplitFile {
  const parts = split(source);
  if (!parts) return { front: { unknown: [] }, text: source };
  const { yaml, text } = parts;
  const front = { yaml, place, linesAbove: 1, part: 'the front matter' } as const;
  const { values, unknown } = readProperties<FrontMatterValues>(front, KINDS);
  return { front: { ...values, unknown }, text };
}

function split(source: string): { yaml: string; text: string } | undefined {
  const first = FIRST_LINE.exec(source);
  if (!first) return undefined;
  const rest = source.slice(first[0].length);
  const last = LAST_LINE.exec(rest);
  if (!last) return undefined;
  return { yaml: rest.slice(0, last.index), text: rest.slice(last.index + last[0].length) };
}
