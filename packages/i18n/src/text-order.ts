import { languageOf } from './language-tag.ts';

/** Languages of ISO 639-1 that do not sort as Unicode does by default (CLDR); each has a collation (F20). */
const TAILORED = new Set(
  (
    'af am ar as az be bg bn bo br bs cs cy da ee el eo es et fa fi fil fo fy gl gu ha he hi hr hu hy ig is ja ka kk ' +
    'kl km kn ko ku ky ln lo lt lv mk ml mn mr mt my nb ne om or pa pl ps ro ru se si sk sl sq sr sv ta te th tk tn ' +
    'to tr ug uk ur uz vi wo yi yo zh'
  ).split(' '),
);

/** Codes that another one has replaced, which not every version of ICU knows. */
const PRESENT_CODES: Readonly<Record<string, string>> = {
  iw: 'he',
  ji: 'yi',
  mo: 'ro',
  nn: 'nb',
  no: 'nb',
  sh: 'hr',
  tl: 'fil',
};

function presentCode(tag: string): string {
  const language = languageOf(tag);
  return PRESENT_CODES[language] ?? language;
}

const comparators = new Map<string, Intl.Collator>();

/**
 * The collation for titles and names in a language, numbers by value: `order_sv`. Only `order_root`, for all languages
 * that sort as Unicode does by default, has indexes.
 * @param language BCP 47
 */
export function collationOf(language: string): string {
  const code = presentCode(language);
  return `order_${TAILORED.has(code) ? code : 'root'}`;
}

/** Compares texts as {@link collationOf} does, for lists too short to need the database. */
export function compareTexts(language: string): (one: string, other: string) => number {
  const code = presentCode(language);
  const collator = collatorOf(TAILORED.has(code) ? code : 'en');
  return (one, other) => collator.compare(one, other) || Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** The order of names in a language, ties by id. */
export function byName(
  language: string,
): (one: { name: string; id: number }, other: { name: string; id: number }) => number {
  const compare = compareTexts(language);
  return (one, other) => compare(one.name, other.name) || one.id - other.id;
}

/** Making a collator takes as long as sorting a thousand names. */
function collatorOf(code: string): Intl.Collator {
  const known = comparators.get(code);
  if (known) return known;
  const collator = new Intl.Collator(code, { numeric: true });
  comparators.set(code, collator);
  return collator;
}
