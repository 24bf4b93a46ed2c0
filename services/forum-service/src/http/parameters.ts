import { declareParameters, type Parameter, type ParameterReader, type Query } from '@guidepost/http';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Order, Orders, Slice } from '../model/listing.ts';
import type { Post, Read } from './endpoint.ts';
import { type Format, isCallbackName } from './formats/notations.ts';

const LARGEST_LIMIT = 1_000;
const DEFAULT_LIMIT = 50;

export const CALLBACK: Parameter = {
  name: 'callback',
  description: 'JSONP: the function to call with the result. JSON only.',
  schema: { type: 'string', maxLength: 128 },
  example: 'showDialogs',
};

export const KEY: Parameter = {
  name: 'key',
  description: 'An access key. Prefer `Authorization: Bearer …`, since addresses are written to logs.',
  schema: { type: 'string' },
};

export const PAGE: readonly Parameter[] = [
  {
    name: 'start',
    description: 'How many records to skip. Past the end the list is empty.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
    example: '50',
  },
  {
    name: 'limit',
    description: 'Maximum number of records.',
    schema: { type: 'integer', minimum: 0, maximum: LARGEST_LIMIT, default: DEFAULT_LIMIT },
    example: '10',
  },
];

/** Adds the parameters of every read; unknown ones, such as cache busters, are ignored. */
export function readParameters(
  own: readonly Parameter[] = [],
  refused: readonly string[] = [],
): ParameterReader {
  return declareParameters([...own, CALLBACK, KEY], { ignored: true, refused });
}

/** Adds the parameters of every list; one that does not declare `sort` refuses it. */
export function listParameters(own: readonly Parameter[]): ParameterReader {
  const sorts = own.some(({ name }) => name === 'sort');
  return readParameters([...own, ...PAGE], sorts ? [] : ['sort']);
}

export function sliceOf(parameters: ReturnType<ParameterReader['read']>): Slice {
  return {
    start: parameters.integer('start') ?? 0,
    limit: parameters.integer('limit') ?? DEFAULT_LIMIT,
  };
}

/** The JSONP callback, if any. @throws AppError `invalid` for an invalid name, a repeated parameter, and with XML */
export function readCallback(query: Query, format: Format): string | undefined {
  const name = query.first('callback');
  if (name === undefined) return undefined;
  const wrong = (message: string) => new AppError('invalid', message, { source: { parameter: 'callback' } });
  if (format !== 'json') throw wrong('callback works with .json only.');
  if (query.isRepeated('callback')) throw wrong('callback must not be repeated.');
  if (!isCallbackName(name)) throw wrong('callback must be a function name.');
  return name;
}

export function sortParameter({ names, defaultName }: Orders): Parameter {
  return {
    name: 'sort',
    description: 'The field to sort by, with `-` in front for descending order. Ties are sorted by id.',
    schema: { type: 'string', enum: names, default: defaultName },
    example: defaultName,
  };
}

/** The `sort` parameter of a list with a fixed order, for clients that always send it. */
export function ignoredSortParameter({ names, defaultName }: Orders): Parameter {
  return {
    name: 'sort',
    description: 'Has no effect: this list has a fixed order. Sort fields of other lists are accepted.',
    schema: { type: 'string', enum: names },
    example: defaultName,
  };
}

export function orderOf(orders: Orders, { parameters, forum }: Pick<Read, 'parameters' | 'forum'>): Order {
  return orders.get(parameters.text('sort') ?? orders.defaultName, forum.language);
}

export const INCLUDE: Parameter = {
  name: 'include',
  description: 'With a key, `all` includes archived dialogs.',
  schema: { type: 'string', enum: ['all'] },
};

/** Whether archived dialogs are included. @throws AppError `unauthorized` when requested without a key */
export function wantsArchived({
  parameters,
  accessKeyId,
}: Pick<Read, 'parameters' | 'accessKeyId'>): boolean {
  if (parameters.text('include') !== 'all') return false;
  if (accessKeyId === undefined)
    throw new AppError('unauthorized', 'Archived dialogs require an access key.');
  return true;
}

/** The page of the dialog that is posted to; undefined for an invalid id. */
export function dialogPageOf({ addresses, path }: Pick<Post, 'addresses' | 'path'>): string | undefined {
  const id = parseId(path.id);
  return id === undefined ? undefined : addresses.dialogPage(id);
}

/** The id of the dialog or comment that is posted to. @throws AppError `not-found` for an invalid id */
export function parentIdOf({ path }: Pick<Post, 'path'>): number {
  const id = parseId(path.id);
  if (id === undefined) throw new AppError('not-found', 'There is no such dialog or comment.');
  return id;
}
