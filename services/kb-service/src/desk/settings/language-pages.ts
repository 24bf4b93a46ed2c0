import { type FormCall, refusalOf, requireConfirmation, type View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { setLanguages } from '../../tenants/languages.ts';
import { deskLanguages } from '../desk-languages.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;

/** The languages of a knowledge base. One with translations is removed once its tag has been typed. */
export function languagePages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function show(call: KbCall, content: object = {}): Promise<View> {
    return {
      template: 'settings/languages',
      title: call.phrasing.words.translations.languages,
      section: 'settings',
      content: {
        languages: deskLanguages(call),
        typed: '',
        inUse: undefined,
        wrong: {},
        problem: undefined,
        ...content,
      },
    };
  }

  async function change(call: FormCall<KbCall>): Promise<void> {
    const { form, tenant } = call;
    const tag = form.first('language')?.trim() ?? '';
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

  /** The page again, with what was typed and what is wrong with it, or with the question before translations go. */
  async function refuse(call: FormCall<KbCall>, error: unknown): Promise<View> {
    const { form, phrasing } = call;
    const { status, headers, wrong, problem } = refusalOf(error, phrasing);
    const tag = form.first('language') ?? '';
    const isRemoved = form.first('action') === 'remove';
    const isInUse = error instanceof AppError && error.kind === 'conflict';
    if (isRemoved && (isInUse || wrong.confirm)) {
      const inUse = deskLanguages(call)
        .slice(1)
        .find((language) => language.tag === tag);
      if (inUse) return { ...(await show(call, { inUse, wrong })), status, headers };
    }
    const content = wrong.languages
      ? { typed: tag, wrong: { language: phrasing.words.translations.rule } }
      : { problem };
    return { ...(await show(call, content)), status, headers };
  }

  return {
    '/settings/languages': {
      roles: ROLES,
      read: (call) => show(call),
      async post(call) {
        try {
          await change(call);
        } catch (error) {
          return refuse(call, error);
        }
        return { seeOther: `${call.base}/settings/languages`, notice: 'noticeSaved' };
      },
    },
  };
}
