import { declareParameters, type Parameter, type ParameterReader, type Query } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Section } from '../model/section.ts';
import type { Format } from './formats/format.ts';
import { isCallbackName } from './formats/jsonp.ts';

const LARGEST_LIMIT = 1_000;
const USUAL_LIMIT = 50;

export const CALLBACK: Parameter = {
  name: 'callback',
  description: 'Calls the function of this name with the answer (JSONP). JSON only.',
  schema: { type: 'string', maxLength: 128 },
  example: 'showDialogs',
};

export const KEY: Parameter = {
  name: 'key',
  description: 'A key. `Authorization: Bearer …` is better: addresses are written to logs.',
  schema: { type: 'string' },
};

export const PAGE: readonly Parameter[] = [
  {
    name: 'start',
    description: 'How many are left out from the beginning. Past the end the list is empty.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
    example: '50',
  },
  {
    name: 'limit',
    description: 'How many are listed at most.',
    schema: { type: 'integer', minimum: 0, maximum: LARGEST_LIMIT, default: USUAL_LIMIT },
    example: '10',
  },
];

/** What every read takes, and what is its own; what nobody knows is ignored, such as what scripts add to avoid caches. */
export function readParameters(
  own: readonly Parameter[] = [],
  refused: readonly string[] = [],
): ParameterReader {
  return declareParameters([...own, CALLBACK, KEY], { ignored: true, refused });
}

/** What every list takes, and what is its own. A list that has one order only says so to whoever asks for another. */
export function listParameters(own: readonly Parameter[]): ParameterReader {
  const sorts = own.some(({ name }) => name === 'sort');
  return readParameters([...own, ...PAGE], sorts ? [] : ['sort']);
}

export function sectionOf(parameters: ReturnType<ParameterReader['read']>): Section {
  return {
    start: parameters.integer('start') ?? 0,
    limit: parameters.integer('limit') ?? USUAL_LIMIT,
  };
}

/**
 * The function that is to be called with the answer, if any.
 * @throws AppError `invalid` for a name that could be something else, two of them, and with XML
 */
export function readCallback(query: Query, format: Format): string | undefined {
  const name = query.first('callback');
  if (name === undefined) return undefined;
  const wrong = (message: string) => new AppError('invalid', message, { source: { parameter: 'callback' } });
  if (format !== 'json') throw wrong('callback goes with .json only.');
  if (query.isRepeated('callback')) throw wrong('callback can be given once.');
  if (!isCallbackName(name)) throw wrong('callback must be the name of a function.');
  return name;
}
