import { settingErrorsOf } from '@guidepost/desk';
import type { Query } from '@guidepost/http';
import type { Context } from '../../context.ts';
import type { LookTexts } from '../../look/look-properties.ts';
import { representHomePreview } from '../../pages/home/home-page.ts';
import { previewLook } from '../../tenants/look.ts';
import type { KbCall, KbPage } from '../kb-tenant.ts';
import { readTypedLook, SCHEMES } from '../settings/look-page.ts';

/** The home page with the look that is typed, for a frame beside its form. */
export function lookPreviewPages(context: Pick<Context, 'database' | 'content'>): Record<string, KbPage> {
  async function preview(call: KbCall, typed: LookTexts, parameters: Query) {
    const { knowledgeBase } = call.tenant;
    const scheme = SCHEMES.find((each) => each === parameters.first('scheme')) ?? 'light';
    const show = (look = knowledgeBase.look, mistakes: readonly string[] = []) =>
      representHomePreview(context, { ...knowledgeBase, look }, { scheme, mistakes });
    try {
      return await show(await previewLook(context.database, knowledgeBase, typed));
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
    '/settings/look/preview': {
      roles: ['owner'],
      read: (call) => preview(call, {}, call.query),
      post: (call) => preview(call, readTypedLook(call), call.form),
    },
  };
}
