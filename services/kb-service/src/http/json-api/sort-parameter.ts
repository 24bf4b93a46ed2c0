import type { Parameter } from '@guidepost/http';
import type { SortableFields } from '../../model/sort-order.ts';

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
