import type { Element, ParentNode } from 'domhandler';
import { findAll } from 'domutils';
import { kindOfAddress } from './addresses.ts';
import { ALLOWED_ELEMENTS } from './allowed-markup.ts';
import { type Counts, count, type RemovedMarkup } from './removed-markup.ts';

/** Attributes with URLs, counted by kind of address. */
const ADDRESSES = new Set(['action', 'cite', 'data', 'formaction', 'href', 'poster', 'src']);

const allowed = new Set(ALLOWED_ELEMENTS);

export function tallyMarkup(root: ParentNode): RemovedMarkup {
  const tally: RemovedMarkup = { elements: new Map(), attributes: new Map(), links: new Map() };
  for (const element of findAll(() => true, root.children)) tallyElement(tally, element);
  return tally;
}

function tallyElement(tally: RemovedMarkup, { name, attribs }: Element): void {
  count(tally.elements, name);
  for (const [attribute, value] of Object.entries(attribs)) {
    if (ADDRESSES.has(attribute)) count(tally.links, kindOfAddress(value));
    // Attributes of removed elements are not reported.
    else if (allowed.has(name)) count(tally.attributes, attribute);
  }
}

/** The markup that is missing from `after`. */
export function compareTallies(before: RemovedMarkup, after: RemovedMarkup): RemovedMarkup {
  return {
    elements: missing(before.elements, after.elements),
    attributes: missing(before.attributes, after.attributes),
    links: missing(before.links, after.links),
  };
}

function missing(before: Counts, after: Counts): Counts {
  const differences = Array.from(before, ([name, number]): [string, number] => [
    name,
    number - (after.get(name) ?? 0),
  ]);
  return new Map(differences.filter(([, number]) => number > 0));
}
