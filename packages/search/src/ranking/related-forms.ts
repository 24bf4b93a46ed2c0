import type { QueryWord } from '../analysis/word.ts';
import type { Term } from '../memory/vocabulary.ts';
import type { TenantWords } from './tenant-words.ts';

/** Endings of one word that its stemmer does not reduce to the same stem. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  sv: [
    'el eln elns lar larna larnas ler lerna lernas',
    'en nar narna',
    'er rar rarna ern',
    'on onen onens oner onerna',
    'a or orna an',
    'e ar arna en',
    'um et er erna',
  ],
  da: ['el elen ler lerne len', 'en ner nerne', 'er re rne eren'],
  nb: ['el elen ler lene len', 'en ner nene', 'er re rne eren'],
  de: ['us en usse', 'um en a', 'e en ung ungen'],
};

const SHORTEST_BEGINNING = 3;

/** Inflections that the stemmer misses: words with the same beginning and endings of one pattern. */
export function relatedForms({ form }: QueryWord, { analyzer, vocabulary }: TenantWords): Term[] {
  const patterns = Object.hasOwn(ENDINGS, analyzer.language) ? (ENDINGS[analyzer.language] ?? []) : [];
  const wanted = new Set<string>();
  for (const pattern of patterns) {
    const endings = pattern.split(' ');
    for (const ending of endings) {
      const beginning = form.slice(0, -ending.length);
      if (!form.endsWith(ending) || beginning.length < SHORTEST_BEGINNING) continue;
      for (const other of endings) wanted.add(beginning + other);
    }
  }
  wanted.delete(form);
  return [...wanted].flatMap((other) => vocabulary.withForm(other));
}
