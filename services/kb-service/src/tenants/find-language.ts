import { nearestLanguage, parseLanguageTag } from '@guidepost/i18n/language-tag';
import type { TenantDirectory } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { editionName, type KnowledgeBase } from '../model/knowledge-base.ts';

export interface InLanguage {
  knowledgeBase: KnowledgeBase;
  /** The language that it is in, if one was asked for. */
  language?: string;
}

/**
 * The knowledge base in the language that is nearest to the one asked for.
 * @throws AppError `invalid` for what is no language
 */
export async function findLanguage(
  knowledgeBases: TenantDirectory<KnowledgeBase>,
  knowledgeBase: KnowledgeBase,
  asked: string | undefined,
): Promise<InLanguage> {
  if (asked === undefined) return { knowledgeBase };
  const tag = parseLanguageTag(asked);
  if (tag === undefined) {
    const source = { parameter: 'language' };
    throw new AppError('invalid', 'language must be a language tag such as de or pt-BR.', { source });
  }
  const [main, ...others] = knowledgeBase.languages.map((one) => one.language);
  const language = nearestLanguage(tag, [main ?? knowledgeBase.language, ...others]);
  if (language === knowledgeBase.language) return { knowledgeBase, language };
  const edition = await knowledgeBases.find(editionName(knowledgeBase.host, language));
  // Removed a moment ago.
  return { knowledgeBase: edition ?? knowledgeBase, language: (edition ?? knowledgeBase).language };
}
