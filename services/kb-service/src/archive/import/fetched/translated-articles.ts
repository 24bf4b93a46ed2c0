import { languageHere } from '../database/translations-of-source.ts';
import type { KnownSlugs, SourceGuide, SourceTranslation } from '../import-source.ts';
import { type Centre, type CentreArticle, type CentreTranslation, externalOf } from './centre.ts';
import { nameAll } from './old-slugs.ts';

/**
 * An article as the main language of a knowledge base with several has it: a translation into that language is the
 * guide, and the text that was translated becomes a translation.
 * @param languages of the knowledge base, the main one first
 */
export function inMainLanguage(article: CentreArticle, languages: readonly string[]): CentreArticle {
  const { language: written, translations = [] } = article;
  const isMain = (tag: string) =>
    languageHere(
      tag,
      languages.map((language) => ({ language })),
    ) === languages[0];
  const others = translations.filter(({ language }) => !isMain(language));
  const main = translations.find(({ language }) => isMain(language));
  const isWritten = written === undefined || isMain(written);
  if (languages.length < 2 || isWritten || !main) return { ...article, translations: others };
  const { title, tail, hidden, createdAt, updatedAt, summary, read } = article;
  const original = {
    title,
    tail,
    hidden,
    createdAt,
    updatedAt,
    summary,
    read,
    language: written,
    isOutdated: false,
  };
  const { isOutdated, ...text } = main;
  return { ...article, ...text, translations: [original, ...others] };
}

interface TranslatedCentre {
  centre: Centre;
  slugs: KnownSlugs;
  /** Describes an article as a guide with the slugs of a language. */
  describe: (article: CentreArticle, slugs: KnownSlugs) => SourceGuide;
}

/** The translations of all articles. Links in them lead to guides in the same language. */
export function describeTranslations({ centre, slugs, describe }: TranslatedCentre): SourceTranslation[] {
  const all = centre.articles.flatMap((article) =>
    (article.translations ?? []).map((translation) => ({ article, translation })),
  );
  const byLanguage = Map.groupBy(all, ({ translation }) => translation.language);
  return Array.from(byLanguage.values()).flatMap((texts) => {
    const named = texts.map(({ article: { kind, id }, translation: { title, tail } }) => ({
      kind,
      id,
      title,
      tail,
    }));
    const own = nameAll(named, { scheme: centre.scheme, known: new Map(), noun: 'guide' });
    const here = { ...slugs, guides: new Map([...slugs.guides, ...own]) };
    return texts.map(({ article, translation }) =>
      describeTranslation({ article, translation, slugs }, (text) => describe(text, here)),
    );
  });

  function describeTranslation(
    {
      article,
      translation,
      slugs: main,
    }: { article: CentreArticle; translation: CentreTranslation; slugs: KnownSlugs },
    asGuide: (text: CentreArticle) => SourceGuide,
  ): SourceTranslation {
    const { language, isOutdated, ...text } = translation;
    const guide = asGuide({ ...article, ...text, groups: [], votes: undefined });
    const place = `${guide.place} (${language})`;
    return {
      ...guide,
      place,
      language,
      isOutdated,
      of: main.guides.get(externalOf(centre.scheme, article)) ?? '',
    };
  }
}
