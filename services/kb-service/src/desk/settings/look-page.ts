import { type FormCall, settingErrorsOf, type View } from '@guidepost/desk';
import type { Query } from '@guidepost/http';
import { FONTS } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { LOOK_NAMES, type LookTexts } from '../../look/look-properties.ts';
import { representHomePreview } from '../../pages/home/home-page.ts';
import { findLook, previewLook, setLook } from '../../tenants/look.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;
const SCHEMES = ['light', 'dark'] as const;

/** How the pages of a knowledge base look, with the home page as it would be. */
export function lookPages(context: Pick<Context, 'database' | 'content'>): Record<string, KbPage> {
  const { database } = context;

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

  async function preview(call: KbCall, typed: LookTexts, parameters: Query) {
    const { knowledgeBase } = call.tenant;
    const scheme = SCHEMES.find((each) => each === parameters.first('scheme')) ?? 'light';
    const show = (look = knowledgeBase.look, mistakes: readonly string[] = []) =>
      representHomePreview(context, { ...knowledgeBase, look }, { scheme, mistakes });
    try {
      return await show(await previewLook(database, knowledgeBase, typed));
    } catch (error) {
      const labels: Readonly<Record<string, string>> = call.phrasing.words.look.labels;
      const wrong = Object.entries(settingErrorsOf(error, call.phrasing));
      return show(
        undefined,
        wrong.map(([name, rule]) => `${labels[name]}: ${rule}`),
      );
    }
  }

  return {
    '/settings/look': {
      roles: ROLES,
      read: (call) => show(call),
      async post(call) {
        const typed = readTyped(call);
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
    '/settings/look/preview': {
      roles: ROLES,
      read: (call) => preview(call, {}, call.query),
      post: (call) => preview(call, readTyped(call), call.form),
    },
  };
}

function readTyped({ form }: FormCall<KbCall>): LookTexts {
  return Object.fromEntries(LOOK_NAMES.map((name) => [name, form.first(name) ?? '']));
}
