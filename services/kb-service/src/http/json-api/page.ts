import type { Parameter, ParameterValues } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Page } from '../../model/listing.ts';
import type { SortableFields } from '../../model/sort-order.ts';

const MAX_PAGE_SIZE = 1000;

export const PAGE_PARAMETERS: readonly Parameter[] = [
  {
    name: 'page[number]',
    description: 'The page number, from 1. Pages past the end are empty.',
    schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
    example: '2',
  },
  {
    name: 'page[size]',
    description: 'The maximum number of resources on a page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE },
    example: '50',
  },
];

/** @throws AppError `invalid` if the offset is not a safe integer */
export function pageOf(values: ParameterValues): Page {
  const size = values.integer('page[size]') ?? MAX_PAGE_SIZE;
  const number = values.integer('page[number]') ?? 1;
  const last = Math.floor(Number.MAX_SAFE_INTEGER / size);
  if (number > last) {
    const source = { parameter: 'page[number]' };
    throw new AppError('invalid', `page[number] must be a whole number from 1 to ${last}.`, { source });
  }
  return { number, size, offset: (number - 1) * size };
}

/**
 * The page with at most `fitting` items: its size is the largest divisor of the requested one, so that the offset
 * stays and pages of the new size still cover every item once.
 */
export function shorten(page: Page, fitting: number): Page {
  let size = Math.min(page.size, Math.max(1, Math.floor(fitting)));
  while (page.size % size !== 0) {
    size -= 1;
  }
  return { number: page.offset / size + 1, size, offset: page.offset };
}

/** `sort`, with the fields in its schema. @param defaultOrder the default order, for the documentation: "by id" */
export function sortParameter(fields: SortableFields, defaultOrder: string): Parameter {
  const names = Object.keys(fields);
  return {
    name: 'sort',
    description: `The order, with \`-\` for descending; ties by id. Default: ${defaultOrder}.`,
    schema: { type: 'array', items: { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) } },
    example: names[0] ?? 'id',
  };
}
