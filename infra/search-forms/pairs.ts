import { readdirSync, readFileSync } from 'node:fs';

/**
 * How two words belong together: as forms of one word, one derived from the other, or not at all, although a stemmer
 * may take them for forms of one word.
 */
export type PairKind = 'inflection' | 'derivation' | 'apart';

export interface FormPair {
  kind: PairKind;
  words: readonly [string, string];
  /** Whether the pair only proves: what it says about stems and dictionaries may not change them. */
  isHeldOut: boolean;
}

const PAIRS = new URL('./pairs/', import.meta.url);
const KINDS = new Set<string>(['inflection', 'derivation', 'apart'] satisfies PairKind[]);

/** The languages with pairs, by ISO 639-1. */
export const LANGUAGES: readonly string[] = readdirSync(PAIRS)
  .map((file) => file.replace(/\.tsv$/, ''))
  .toSorted();

/** The languages of the user interface, which have more pairs, and pairs of each kind. */
export const MAIN_LANGUAGES: readonly string[] = readdirSync(
  new URL('../../packages/i18n/texts/', import.meta.url),
)
  .map((file) => file.replace(/\.json$/, ''))
  .toSorted();

/** The pairs of a language, in order. Of each kind every second one is held out. */
export function readPairs(language: string): FormPair[] {
  const text = readFileSync(new URL(`${language}.tsv`, PAIRS), 'utf8');
  const counts = new Map<PairKind, number>();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { kind, words } = readLine(line, language);
      const before = counts.get(kind) ?? 0;
      counts.set(kind, before + 1);
      return { kind, words, isHeldOut: before % 2 === 1 };
    });
}

/** @throws for a line that is not `kind⇥word⇥word` */
function readLine(line: string, language: string): Pick<FormPair, 'kind' | 'words'> {
  const [kind = '', one = '', other = '', ...rest] = line.split('\t');
  if (!isKind(kind) || one === '' || other === '' || rest.length > 0)
    throw new Error(`${language}.tsv has the line '${line}', which is not a kind and two words.`);
  return { kind, words: [one, other] };
}

function isKind(text: string): text is PairKind {
  return KINDS.has(text);
}
