import { type FormCall, settingErrorsOf, type View } from '@guidepost/desk';
import { FONTS } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { LOOK_NAMES, type LookTexts } from '../../look/look-properties.ts';
import { findLook, setLook } from '../../tenants/look.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;
export const SCHEMES = ['light', 'dark'] as const;

/** How the pages of a knowledge base look, beside the home page as it would be. */
export function lookPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function show(call: KbCall, content: { typed?: LookTexts; wrong?: object } = {}): Promise<View> {
    const typed = content.typed ?? (await findLook(database, call.tenant.id));
    return {
      template: 'settings/look',
      title: call.phrasing.words.look.heading,
      section: 'settings',
      isWide: true,
      content: {
        here: `${call.base}/settings/look`,
        fonts: FONTS,
        schemes: SCHEMES,
        wrong: {},
        ...content,
        typed,
      },
      foreign: { 'frame-src': "'self'" },
    };
  }

  return {
    '/settings/look': {
      roles: ROLES,
      read: (call) => show(call),
      async post(call) {
        const typed = readTypedLook(call);
        try {
          await setLook(database, actorOf(call), { host: call.tenant.key, texts: typed });
        } catch (error) {
          return {
            ...(await show(call, { typed, wrong: settingErrorsOf(error, call.phrasing) })),
            status: 422,
          };
        }
        return { seeOther: `${call.base}/settings/look`, notice: 'noticeSaved' };
      },
    },
  };
}

export function readTypedLook({ form }: FormCall<KbCall>): LookTexts {
  return Object.fromEntries(LOOK_NAMES.map((name) => [name, form.first(name) ?? '']));
}
