import type { Complaint, Messages } from './complaint.ts';
import { DA } from './messages/da.ts';
import { DE } from './messages/de.ts';
import { EN } from './messages/en.ts';
import { ES } from './messages/es.ts';
import { FI } from './messages/fi.ts';
import { FR } from './messages/fr.ts';
import { IT } from './messages/it.ts';
import { NB } from './messages/nb.ts';
import { NL } from './messages/nl.ts';
import { PL } from './messages/pl.ts';
import { PT } from './messages/pt.ts';
import { SV } from './messages/sv.ts';

const LANGUAGES: ReadonlyMap<string, Partial<Messages>> = new Map(
  Object.entries({
    da: DA,
    de: DE,
    en: EN,
    es: ES,
    fi: FI,
    fr: FR,
    it: IT,
    nb: NB,
    nl: NL,
    pl: PL,
    pt: PT,
    sv: SV,
  }),
);

/** A sentence for whoever filled in the field; in English where a language lacks it. */
export function describeComplaint({ message, maximum }: Complaint, language: string): string {
  const text = LANGUAGES.get(language)?.[message] ?? EN[message];
  return maximum === undefined
    ? text
    : text.replace('{maximum}', new Intl.NumberFormat(language).format(maximum));
}
