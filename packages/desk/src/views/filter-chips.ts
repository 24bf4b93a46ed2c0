/** A filter above a list. */
export interface FilterChip {
  /** Its kind, unless the name says it. */
  label: string | undefined;
  name: string;
  /** The list without the filter or, for one that is not active, with it. */
  address: string;
  isActive: boolean;
}

/**
 * Makes the chips of a list, which the template `@chips` shows.
 * @param addressOf the first page of the list with a filter
 * @returns a function of the parts of a filter that a chip sets, its name, and its kind
 */
export function createChips<Filter extends object>(
  filter: Filter,
  addressOf: (filter: Filter) => string,
): (change: Partial<Filter>, name: string, label?: string) => FilterChip {
  return (change, name, label) => {
    const keys = Object.keys(change) as (keyof Filter)[];
    const isActive = keys.every((key) => filter[key] === change[key]);
    const off = Object.fromEntries(keys.map((key) => [key, undefined]));
    return { label, name, address: addressOf({ ...filter, ...(isActive ? off : change) }), isActive };
  };
}
