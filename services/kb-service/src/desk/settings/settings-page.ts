import { type FormCall, partnerChoice, partnerPage, settingErrorsOf, type View } from '@guidepost/desk';
import { MAX_LOGO_UPLOAD_BYTES, readUploadedLogo } from '@guidepost/files/images';
import { namedLanguages } from '@guidepost/i18n';
import type { Context } from '../../context.ts';
import { ACCESS_MODES } from '../../model/knowledge-base.ts';
import { setProperties } from '../../tenants/administration.ts';
import { setForum } from '../../tenants/forum.ts';
import { setLogo } from '../../tenants/logo.ts';
import type { Properties } from '../../tenants/overviews.ts';
import { readProperties, type TypedProperties } from '../../tenants/typed-properties.ts';
import { deskLanguages } from '../desk-languages.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;

/** Name, language, colour, logo and who may read. */
export function settingsPages({
  database,
  pair,
  logger,
}: Pick<Context, 'database' | 'pair' | 'logger'>): Record<string, KbPage> {
  async function settings(call: KbCall, content: object = {}): Promise<View> {
    const { knowledgeBase } = call.tenant;
    return {
      template: 'settings/settings',
      title: call.phrasing.words.settings,
      section: 'settings',
      content: {
        typed: knowledgeBase,
        host: knowledgeBase.host,
        siteLanguages: deskLanguages(call),
        logo: knowledgeBase.logo,
        accessModes: ACCESS_MODES,
        languages: namedLanguages(call.phrasing.language, knowledgeBase.language),
        partnerChoice: await partnerChoice({ pair, logger }, call),
        wrong: {},
        ...content,
      },
    };
  }

  return {
    '/settings': {
      roles: ROLES,
      read: (call) => settings(call),
      async post(call) {
        const typed = readTyped(call);
        try {
          const properties = readProperties(typed);
          await setProperties(database, actorOf(call), { host: call.tenant.key, ...properties });
        } catch (error) {
          const wrong = settingErrorsOf(error, call.phrasing);
          return { ...(await settings(call, { typed, wrong })), status: 422 };
        }
        return { seeOther: `${call.base}/settings`, notice: 'noticeSaved' };
      },
    },
    '/settings/partner': partnerPage({ pair }, (call: KbCall, chosen) =>
      setForum(database, actorOf(call), {
        host: call.tenant.key,
        slug: chosen?.key ?? '',
        address: chosen?.address,
      }),
    ),
    '/settings/logo': {
      roles: ROLES,
      maximumBytes: MAX_LOGO_UPLOAD_BYTES,
      async post(call) {
        try {
          const logo =
            call.form.first('action') === 'remove'
              ? null
              : await readUploadedLogo(call.files.get('logo')?.at(-1));
          await setLogo(database, actorOf(call), { host: call.tenant.key, logo });
        } catch (error) {
          const wrong = settingErrorsOf(error, call.phrasing);
          return { ...(await settings(call, { wrong })), status: 422 };
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
