import { AppError } from '@guidepost/service-kit';
import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument, type YAMLMap } from 'yaml';
import type { PropertyKind } from './property-kinds.ts';

export interface YamlText {
  yaml: string;
  place: string;
  /** Lines of the file before the YAML. */
  linesAbove: number;
  part: 'the front matter' | 'the file';
}

export interface Properties<Values> {
  values: Partial<Values>;
  unknown: string[];
}

type Kinds<Values> = { [Key in keyof Values]: PropertyKind<Values[Key]> };

type Mistake = [offset: number, message: string];

/** @throws AppError `invalid` with the file and the lines of offsets in the YAML */
type Fail = (...mistakes: Mistake[]) => never;

type ParsedMap = YAMLMap.Parsed<ParsedNode, ParsedNode | null>;

const MAX_LENGTH = 20_000;
const MAX_DEPTH = 50;

/**
 * Reads properties. All scalars are text, so a title may be `2026`. Aliases are refused, so that nothing can
 * expand.
 * @throws AppError `invalid` with file and line
 */
export function readProperties<Values extends object>(
  { yaml, place, linesAbove, part }: YamlText,
  kinds: Kinds<Values>,
): Properties<Values> {
  if (yaml.length > MAX_LENGTH || depthOf(yaml) > MAX_DEPTH) {
    throw new AppError('invalid', `${place}: line 1: ${part} is too large`);
  }
  const lines = new LineCounter();
  const document = parseDocument(yaml, { schema: 'failsafe', lineCounter: lines, prettyErrors: false });
  const fail: Fail = (...mistakes) => {
    const lineOf = (offset: number) => linesAbove + lines.linePos(offset).line;
    const problems = mistakes.map(([offset, message]) => `${place}: line ${lineOf(offset)}: ${message}`);
    throw new AppError('invalid', problems.join('\n'));
  };
  const [error] = document.errors;
  if (error) fail([error.pos[0], error.message]);
  const { contents } = document;
  if (contents === null) return { values: {}, unknown: [] };
  if (isMap(contents)) return readMap(contents, kinds, fail);
  return fail([0, `${part} must be a mapping such as "${Object.keys(kinds)[0]}: Install"`]);
}

function readMap<Values extends object>(
  { items }: ParsedMap,
  kinds: Kinds<Values>,
  fail: Fail,
): Properties<Values> {
  const values: Partial<Values> = {};
  const unknown: string[] = [];
  const mistakes: Mistake[] = [];
  for (const { key, value } of items) {
    const name = isScalar(key) ? String(key.value) : '?';
    if (!isKeyOf(name, kinds)) unknown.push(name);
    else if (!isEmpty(value)) {
      const { expected, read } = kinds[name];
      const found = read(value);
      if (found === undefined) mistakes.push([key.range[0], `${String(name)} must be ${expected}`]);
      else values[name] = found;
    }
  }
  if (mistakes.length > 0) fail(...mistakes);
  return { values, unknown };
}

function isKeyOf<Values extends object>(name: PropertyKey, kinds: Kinds<Values>): name is keyof Values {
  return Object.hasOwn(kinds, name);
}

/** A key without a value is ignored. */
function isEmpty(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && (node.value === null || node.value === ''));
}

/** The maximum depth by brackets and indentation, checked before the recursive parser runs. */
function depthOf(yaml: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of yaml) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  const dashes = /^[ \t]*(?:[-?:][ \t]+)+/gm;
  const steps = (yaml.match(dashes) ?? []).map((run) => run.replace(/[ \t]/g, '').length);
  return Math.max(deepest, ...steps);
}
