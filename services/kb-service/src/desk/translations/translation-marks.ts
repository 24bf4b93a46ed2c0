import type { Database } from '@guidepost/postgres';
import { isEdition } from '../../model/knowledge-base.ts';
import { isPermitted } from '../../model/permissions.ts';
import { listTranslations, type Translation } from '../../writing/translations/translations.ts';
import { deskLanguages } from '../desk-languages.ts';
import type { KbCall } from '../kb-tenant.ts';

/** A guide in one language: a link that opens the text, or begins it. */
export interface TranslationMark {
  /** The name of the language. */
  name: string;
  tag: string;
  address: string;
  isHere: boolean;
  mark: Translation['mark'];
}

/** Marks of guides by ID, one for each language; none where there is only one. */
export async function markTranslations(
  database: Database,
  call: Pick<KbCall, 'tenant' | 'phrasing'>,
  guideIds: readonly number[],
): Promise<ReadonlyMap<number, TranslationMark[]>> {
  const languages = deskLanguages(call);
  if (languages.length === 1) return new Map();
  const translations = await listTranslations(database, call.tenant.knowledgeBase, guideIds);
  const marks = new Map<number, TranslationMark[]>();
  for (const [id, ofGuide] of Map.groupBy(translations, ({ guide_id }) => guide_id)) {
    const inLanguage = new Map(ofGuide.map((translation) => [translation.language, translation]));
    const shown = languages.map(({ base, ...language }) => {
      const mark = inLanguage.get(language.tag)?.mark ?? 'missing';
      return { ...language, address: `${base}/guides/${id}`, mark };
    });
    marks.set(id, shown);
  }
  return marks;
}

/**
 * Whether someone may delete a guide: in the main language with its texts in all others.
 * @param marks those of the guide; undefined for a knowledge base with one language
 */
export function mayDeleteGuide(
  { tenant: { knowledgeBase }, role, languages }: Pick<KbCall, 'tenant' | 'role' | 'languages'>,
  marks: readonly TranslationMark[] | undefined,
): boolean {
  const taken = isEdition(knowledgeBase) ? [] : (marks ?? []).filter(({ mark }) => mark !== 'missing');
  const all = [knowledgeBase.language, ...taken.map(({ tag }) => tag)];
  return all.every((language) =>
    isPermitted({ role, languages }, 'guide delete', { ...knowledgeBase, language }),
  );
}
