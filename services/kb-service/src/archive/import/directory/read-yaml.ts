import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Value } from '../value.ts';
import { type Entry, invalidProperties, type PropertyText, refuseTooLarge } from './properties.ts';

type ParsedMap = YAMLMap.Parsed<ParsedNode, ParsedNode | null>;

/** A line that begins with a key; the lines that follow it belong to its value. */
const KEY_LINE = /^(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'#\-?:{}[\],&*!|>%@`][^:\n]*)):[ \t]*(.*)$/gm;

/** A possible key in an invalid value. */
const KEY_INSIDE = /^[ \t]*["']?([\w-]+)["']?[ \t]*:/gm;

/** The beginning of a value that is more than the rest of its line. */
const NOT_PLAIN = /^["'[{&*!|>@`%]/;

/**
 * Reads the keys of a mapping in YAML. All scalars are text, so a title may be `2026`. Aliases are not read, so that
 * nothing can expand.
 * @returns undefined if it is no mapping
 * @throws AppError `invalid` with file and line
 */
export function readYaml(properties: PropertyText): Entry[] | undefined {
  refuseTooLarge(properties);
  const { text, place, linesAbove } = properties;
  const { lines, errors, contents } = parse(text);
  const lineOf = (offset: number) => linesAbove + lines.linePos(offset).line;
  const [error] = errors;
  if (error) {
    const entries = readOneByOne(properties);
    if (entries.length > 0) return entries;
    throw invalidProperties(place, [{ line: lineOf(error.pos[0]), message: error.message }]);
  }
  if (contents === null) return [];
  return isMap(contents) ? entriesOf(contents, lineOf) : undefined;
}

function parse(yaml: string): { lines: LineCounter; errors: YAMLError[]; contents: ParsedNode | null } {
  const lines = new LineCounter();
  const { errors, contents } = parseDocument(yaml, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
  });
  return { lines, errors, contents };
}

function entriesOf({ items }: ParsedMap, lineOf: (offset: number) => number): Entry[] {
  return items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : '?',
    value: readNode(value),
    line: lineOf(key.range[0]),
  }));
}

function readNode(node: ParsedNode | null): Value {
  if (node === null) return '';
  if (isScalar(node)) return node.value === null ? '' : String(node.value);
  if (isSeq(node)) return node.items.map((item) => readNode(item as ParsedNode | null));
  if (!isMap(node)) return undefined;
  const { items } = node;
  return new Map(items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '?', readNode(value)]));
}

/** Reads each key alone, so that an invalid value costs no other one. */
function readOneByOne({ text, linesAbove }: PropertyText): Entry[] {
  const starts = [...text.matchAll(KEY_LINE)];
  const seen = new Set<string>();
  let line = linesAbove + 1;
  let end = 0;
  return starts.map((start, index) => {
    line += text.slice(end, start.index).split('\n').length - 1;
    end = start.index;
    const part = text.slice(start.index, starts[index + 1]?.index);
    const entry = readOne(part, line, start);
    if (seen.has(entry.key)) return { ...entry, value: undefined, mistake: 'Map keys must be unique' };
    seen.add(entry.key);
    return entry;
  });
}

function readOne(part: string, line: number, start: RegExpExecArray): Entry {
  const [, double, single, plain, rest = ''] = start;
  const key = double ?? single ?? plain?.trim() ?? '?';
  const { lines, errors, contents } = parse(part);
  const [error] = errors;
  const [entry] = isMap(contents) ? entriesOf(contents, () => line) : [];
  if (!error && entry) return entry;
  // `title: Install: Linux` is no YAML, but can only mean one thing.
  if (part.trim() === start[0].trim() && !NOT_PLAIN.test(rest)) return { key, value: rest.trim(), line };
  const mistakeLine = line - 1 + (error ? lines.linePos(error.pos[0]).line : 1);
  const swallowed = Array.from(part.matchAll(KEY_INSIDE), ([, inside = '']) => inside).slice(1);
  return { key, value: undefined, line: mistakeLine, mistake: error?.message ?? 'cannot be read', swallowed };
}
