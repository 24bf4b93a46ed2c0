import { type FormCall, refusalOf, requireConfirmation, type View } from '@guidepost/desk';
import { type NamedLanguage, namedLanguages } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { listFallbacks, setLanguageFallbacks, setLanguages } from '../../tenants/languages.ts';
import { type DeskLanguage, deskLanguages } from '../desk-languages.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';
import { addressAfterMove } from '../structure/category-pages.ts';

const ROLES = ['owner'] as const;

const PATH = '/settings/languages';

/** A language of the list, with what stands in for its missing texts; the main one has nothing. */
interface ListedLanguage extends DeskLanguage {
  standIn?: { tags: string; names: string } | undefined;
}

/** Those with a region or a script that help centres are most often written in. */
const REGIONAL = [
  'de-AT',
  'de-CH',
  'en-GB',
  'en-US',
  'es-419',
  'fr-CA',
  'pt-BR',
  'pt-PT',
  'zh-Hans',
  'zh-Hant',
];

/** Suggestions; any other tag can be typed. */
function languageChoices(language: string): NamedLanguage[] {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const regional = REGIONAL.map((code) => ({ code, name: names.of(code) ?? code }));
  return [...namedLanguages(language), ...regional].toSorted((one, other) =>
    one.name.localeCompare(other.name, language),
  );
}

/** The tag of a language that was typed by its name. */
function tagOf(typed: string, language: string): string {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base' });
  return languageChoices(language).find(({ name }) => compare(name, typed) === 0)?.code ?? typed;
}

/**
 * The languages of a knowledge base in their order, and what stands in for missing texts. One with translations is
 * removed once its tag has been typed.
 */
export function languagePages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function show(call: KbCall, content: object = {}): Promise<View> {
    return {
      template: 'settings/languages',
      title: call.phrasing.words.translations.languages,
      section: 'settings',
      content: {
        languages: await listLanguages(call),
        choices: languageChoices(call.phrasing.language),
        typed: '',
        inUse: undefined,
        edited: call.query.first('fallbacks'),
        typedFallbacks: undefined,
        moved: call.query.first('moved'),
        wrong: {},
        problem: undefined,
        ...content,
      },
    };
  }

  async function listLanguages(call: KbCall): Promise<ListedLanguage[]> {
    const fallbacks = await listFallbacks(database, call.tenant.id);
    const languages = deskLanguages(call);
    const nameOf = new Map(languages.map(({ tag, name }) => [tag, name]));
    return languages.map((language) => {
      const tags = fallbacks.get(language.tag);
      const names = tags?.map((tag) => nameOf.get(tag) ?? tag).join(', ');
      return { ...language, standIn: tags && { tags: tags.join(', '), names: names ?? '' } };
    });
  }

  async function changeList(call: FormCall<KbCall>): Promise<void> {
    const { form, tenant, phrasing } = call;
    const tag = tagOf(form.first('language')?.trim() ?? '', phrasing.language);
    const present = tenant.knowledgeBase.languages.map(({ language }) => language);
    const without = present.filter((language) => language !== tag);
    const isConfirmed = form.first('confirm') !== undefined;
    if (isConfirmed) requireConfirmation(call, tag);
    await setLanguages(database, actorOf(call), {
      host: tenant.key,
      languages: form.first('action') === 'remove' ? without : [...present, tag],
      withTranslations: isConfirmed,
    });
  }

  async function move(call: FormCall<KbCall>, arrow: string): Promise<void> {
    const [tag = '', by = ''] = arrow.split(':');
    const present = call.tenant.knowledgeBase.languages.map(({ language }) => language);
    const place = present.indexOf(tag);
    if (place < 1) return;
    const languages = present.toSpliced(place, 1).toSpliced(Math.max(1, place + (Number(by) || 0)), 0, tag);
    await setLanguages(database, actorOf(call), { host: call.tenant.key, languages });
  }

  async function changeFallbacks(call: FormCall<KbCall>): Promise<void> {
    const { form, tenant } = call;
    const tags = (form.first('fallbacks') ?? '').split(/[\s,;]+/).filter(Boolean);
    await setLanguageFallbacks(database, actorOf(call), {
      host: tenant.key,
      language: form.first('language') ?? '',
      fallbacks: form.first('action') === 'default' ? null : tags,
    });
  }

  function change(call: FormCall<KbCall>): Promise<void> {
    const arrow = call.form.first('move');
    if (arrow !== undefined) return move(call, arrow);
    const isAboutFallbacks = ['fallbacks', 'default'].includes(call.form.first('action') ?? '');
    return isAboutFallbacks ? changeFallbacks(call) : changeList(call);
  }

  /** The page again, with what was typed and what is wrong with it, or with the question before translations go. */
  async function refuse(call: FormCall<KbCall>, error: unknown): Promise<View> {
    const { form, phrasing } = call;
    const { status, headers, wrong, problem } = refusalOf(error, phrasing);
    const { rule, standInRule } = phrasing.words.translations;
    const tag = form.first('language') ?? '';
    const isRemoved = form.first('action') === 'remove';
    const isInUse = error instanceof AppError && error.kind === 'conflict';
    if (isRemoved && (isInUse || wrong.confirm)) {
      const inUse = deskLanguages(call)
        .slice(1)
        .find((language) => language.tag === tag);
      if (inUse) return { ...(await show(call, { inUse, wrong })), status, headers };
    }
    const fallbacks = {
      edited: tag,
      typedFallbacks: form.first('fallbacks'),
      wrong: { fallbacks: standInRule },
    };
    const content = wrong.languages
      ? { typed: tag, wrong: { language: rule } }
      : wrong.fallbacks
        ? fallbacks
        : { problem };
    return { ...(await show(call, content)), status, headers };
  }

  return {
    [PATH]: {
      roles: ROLES,
      read: (call) => show(call),
      async post(call) {
        try {
          await change(call);
        } catch (error) {
          return refuse(call, error);
        }
        const arrow = call.form.first('move') ?? '';
        return { seeOther: addressAfterMove(call.base + PATH, arrow), notice: 'noticeSaved' };
      },
    },
  };
}
