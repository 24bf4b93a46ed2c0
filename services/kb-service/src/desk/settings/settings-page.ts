import { type FormCall, settingErrorsOf, type View } from '@guidepost/desk';
import { MAX_LOGO_UPLOAD_BYTES, readUploadedLogo } from '@guidepost/files/images';
import { namedLanguages } from '@guidepost/i18n';
import type { Context } from '../../context.ts';
import { ACCESS_MODES } from '../../model/knowledge-base.ts';
import { setProperties } from '../../tenants/administration.ts';
import { setLogo } from '../../tenants/logo.ts';
import type { Properties } from '../../tenants/overviews.ts';
import { readProperties, type TypedProperties } from '../../tenants/typed-properties.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;

/** Name, language, colour, logo and who may read. */
export function settingsPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  function settings(call: KbCall, content: object = {}): View {
    const { knowledgeBase } = call.tenant;
    return {
      template: 'settings/settings',
      title: call.phrasing.words.settings,
      section: 'settings',
      content: {
        typed: knowledgeBase,
        host: knowledgeBase.host,
        logo: knowledgeBase.logo,
        accessModes: ACCESS_MODES,
        languages: namedLanguages(call.phrasing.language, knowledgeBase.language),
        wrong: {},
        ...content,
      },
    };
  }

  return {
    '/settings': {
      roles: ROLES,
      read: async (call) => settings(call),
      async post(call) {
        const typed = readTyped(call);
        try {
          const properties = readProperties(typed);
          await setProperties(database, actorOf(call), { host: call.tenant.key, ...properties });
        } catch (error) {
          return { ...settings(call, { typed, wrong: settingErrorsOf(error, call.phrasing) }), status: 422 };
        }
        return { seeOther: `${call.base}/settings`, notice: 'noticeSaved' };
      },
    },
    '/settings/logo': {
      roles: ROLES,
      maximumBytes: MAX_LOGO_UPLOAD_BYTES,
      async post(call) {
        try {
          const logo =
            call.form.first('action') === 'remove' ? null : await readUploadedLogo(call.files.get('logo'));
          await setLogo(database, actorOf(call), { host: call.tenant.key, logo });
        } catch (error) {
          return { ...settings(call, { wrong: settingErrorsOf(error, call.phrasing) }), status: 422 };
        }
        return { seeOther: `${call.base}/settings`, notice: 'noticeSaved' };
      },
    },
  };
}

function readTyped({ form }: FormCall<KbCall>): TypedProperties {
  const value = (field: keyof Properties) => form.first(field) ?? '';
  return {
    name: value('name'),
    organization_name: value('organization_name'),
    language: value('language'),
    access: value('access'),
    accent_color: value('accent_color'),
  };
}
