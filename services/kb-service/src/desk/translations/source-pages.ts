import { fill } from '@guidepost/i18n';
import type { ForeignSources } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { inMainLanguage, isEdition } from '../../model/knowledge-base.ts';
import { findSource } from '../../writing/translations/find-source.ts';
import { compareVersions } from '../../writing/versions/compare-versions.ts';
import { type DeskLanguage, deskLanguages } from '../desk-languages.ts';
import { type GuideCall, guideCallOf, type KbPage } from '../kb-tenant.ts';
import { showComparison, showContent } from '../preview/preview-pages.ts';
import { markTranslations, type TranslationMark } from './translation-marks.ts';

/** The text that a translation is made from, as its page shows it. */
interface ShownSource {
  language: DeskLanguage;
  title: string;
  contentHtml: string;
  published: boolean;
  /** As it is stored, with which a translation may start. */
  stored: string;
  /** The version of the source that the translation says, if that is known. */
  translatedVersion: number | null;
  foreign: ForeignSources | undefined;
}

/** The languages of a guide beside its text. */
interface ShownTranslation {
  /** Undefined for a knowledge base with one language. */
  marks: TranslationMark[] | undefined;
  /** Undefined in the main language. */
  source: ShownSource | undefined;
  isOutdated: boolean;
}

export async function translationOf(
  database: Context['database'],
  call: GuideCall,
): Promise<ShownTranslation> {
  const { guideId, tenant } = call;
  const marks = (await markTranslations(database, call, [guideId])).get(guideId);
  const isOutdated = marks?.some(({ isHere, mark }) => isHere && mark === 'outdated') ?? false;
  const source = isEdition(tenant.knowledgeBase) ? await showSource(database, call) : undefined;
  return { marks, source, isOutdated };
}

async function showSource(database: Context['database'], call: GuideCall): Promise<ShownSource | undefined> {
  const { knowledgeBase } = call.tenant;
  const [language] = deskLanguages(call);
  if (!language) return undefined;
  const { title, content_html, published, translated_version } = await findSource(
    database,
    knowledgeBase,
    call.guideId,
  );
  const shown = await showContent(content_html, {
    base: language.base,
    knowledgeBase: inMainLanguage(knowledgeBase),
  });
  const translatedVersion = translated_version;
  return { language, title, published, stored: content_html, translatedVersion, ...shown };
}

/** How the text of the main language has changed since it was translated. */
export function sourcePages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  return {
    '/guides/:guide/source': {
      async read(call) {
        const { tenant, guideId, here, phrasing } = guideCallOf(call);
        const { knowledgeBase } = tenant;
        const [language] = deskLanguages(call);
        const source = isEdition(knowledgeBase) && (await findSource(database, knowledgeBase, guideId));
        if (!source || !language || source.translated_version === null) return { seeOther: here };
        const comparison = await compareVersions(database, {
          host: knowledgeBase.main_host,
          guideId,
          from: source.translated_version,
          to: 'published',
          words: phrasing.words,
        });
        const shown = comparison && (await showComparison(comparison, { tenant, base: language.base }));
        return {
          template: 'translations/source-changes',
          title: phrasing.words.compare,
          section: 'guides',
          foreign: shown?.foreign,
          content: {
            here,
            guideTitle: source.title,
            heading: fill(phrasing.words.translations.source, { language: language.name }),
            comparison: shown,
          },
        };
      },
    },
  };
}
