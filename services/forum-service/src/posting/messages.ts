import type { Complaint, Messages } from './complaint.ts';
import { DE } from './messages/de.ts';
import { EN } from './messages/en.ts';
import { SV } from './messages/sv.ts';

const LANGUAGES: ReadonlyMap<string, Partial<Messages>> = new Map(Object.entries({ en: EN, sv: SV, de: DE }));

/** A sentence for whoever filled in the field; in English where a language lacks it. */
export function describeComplaint({ message, maximum }: Complaint, language: string): string {
  const text = LANGUAGES.get(language)?.[message] ?? EN[message];
  return maximum === undefined
    ? text
    : text.replace('{maximum}', new Intl.NumberFormat(language).format(maximum));
}
