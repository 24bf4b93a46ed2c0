import { nearestLanguage, parseLanguageTag } from '@guidepost/i18n/language-tag';
import { type Counts, count } from '../../../cleaning/removed-markup.ts';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import type { ImportSource, SourceTranslation } from '../import-source.ts';
import type { LeftOut } from '../problems.ts';

interface SortedTranslations {
  /** By the id of the language in the knowledge base. */
  taken: Map<number, SourceTranslation[]>;
  /** Numbers of texts in languages that the knowledge base does not have. */
  others: Counts;
  leftOut: LeftOut[];
}

/** The translations of a source by the languages of a knowledge base. A guide has at most one in each. */
export function sortTranslations(
  { translations = [] }: Pick<ImportSource, 'translations'>,
  languages: KnowledgeBase['languages'],
): SortedTranslations {
  const sorted: SortedTranslations = { taken: new Map(), others: new Map(), leftOut: [] };
  const places = new Map<string, string>();
  for (const translation of translations) {
    const { language, of, place } = translation;
    const edition = languages.find((one) => one.language === languageHere(language, languages));
    const first = places.get(`${edition?.language} ${of}`);
    if (!edition) count(sorted.others, language);
    else if (edition === languages[0])
      sorted.leftOut.push(leaveOut(translation, `${language} is the main language`));
    else if (first !== undefined)
      sorted.leftOut.push(
        leaveOut(translation, `${first} is already the translation of ${of} into ${edition.language}`),
      );
    else {
      places.set(`${edition.language} ${of}`, place);
      const ofLanguage = sorted.taken.get(edition.id);
      if (ofLanguage) ofLanguage.push(translation);
      else sorted.taken.set(edition.id, [translation]);
    }
  }
  return sorted;
}

/** The tag of texts without words. */
const NO_LANGUAGE = 'zxx';

export function leaveOut({ place }: Pick<SourceTranslation, 'place'>, problem: string): LeftOut {
  return { place, problems: [`${place}: ${problem}`], slugs: [], empty: false };
}

/** The language of a knowledge base that a tag of another system means: itself, or one that its readers read. */
export function languageHere(tag: string, languages: readonly { language: string }[]): string | undefined {
  const tags = languages.map(({ language }) => language);
  const parsed = parseLanguageTag(tag);
  // Without a main language to fall back to.
  const nearest = parsed && nearestLanguage(parsed, [NO_LANGUAGE, ...tags]);
  return nearest === NO_LANGUAGE ? undefined : nearest;
}
