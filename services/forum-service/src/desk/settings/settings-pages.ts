import { type FormCall, fieldErrorsOf, settingErrorsOf } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import { accountOf } from '../../accounts/accounts.ts';
import {
  addMetadataField,
  changeSettings,
  removeMetadataField,
} from '../../administration/forum-settings.ts';
import { readMetadataField } from '../../administration/metadata-field.ts';
import type { Context } from '../../context.ts';
import type { ForumSettings } from '../../forums/administration.ts';
import { requireForum } from '../../forums/find-forum.ts';
import { readSettings, SETTING_VALUES } from '../../forums/setting-values.ts';
import { HOLD_MODES } from '../../model/forum.ts';
import { TOPICS } from '../../model/topics.ts';
import { actorOf, type ForumCall, type ForumPage } from '../forum-tenant.ts';

const ROLES = ['owner'] as const;

/** What a forum says, asks for and allows. */
export function settingsPages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  async function settings(call: ForumCall, content: object = {}) {
    const forum = await requireForum(database, call.tenant.key);
    const { allows_metadata } = await accountOf(database, forum.id);
    return {
      template: 'settings/settings',
      title: call.phrasing.words.settings,
      section: 'settings',
      content: {
        typed: typedFrom(forum),
        fields: forum.metadata_fields,
        allowsMetadata: allows_metadata,
        topics: TOPICS,
        holdModes: HOLD_MODES,
        wrong: {},
        field: {},
        ...content,
      },
    };
  }

  const changeOf = (call: ForumCall) => ({ slug: call.tenant.key, actor: actorOf(call) });

  return {
    '/settings': {
      roles: ROLES,
      read: (call) => settings(call),
      async post(call) {
        const typed = readTyped(call);
        try {
          await changeSettings(database, changeOf(call), readSettings(typed));
        } catch (error) {
          return { ...(await settings(call, { typed, wrong: wrongSettings(call, error) })), status: 422 };
        }
        return { seeOther: `${call.base}/settings`, notice: 'noticeSaved' };
      },
    },
    '/settings/fields': {
      roles: ROLES,
      async post(call) {
        const { form } = call;
        const value = (name: string) => form.first(name) ?? '';
        const field = { name: value('field'), type: value('type'), maximum: value('maximum') };
        try {
          await addMetadataField(database, changeOf(call), readMetadataField(field));
        } catch (error) {
          return { ...(await settings(call, { field, wrong: wrongField(error) })), status: 422 };
        }
        return { seeOther: `${call.base}/settings`, notice: 'noticeSaved' };
      },
    },
    '/settings/fields/:field/remove': {
      roles: ROLES,
      async post(call) {
        await removeMetadataField(database, changeOf(call), call.path.field ?? '');
        return { seeOther: `${call.base}/settings`, notice: 'noticeSaved' };
      },
    },
  };
}

function typedFrom(forum: ForumSettings): Record<keyof ForumSettings, string> {
  const entries = Object.keys(SETTING_VALUES).map((name) => {
    const value = forum[name as keyof ForumSettings];
    return [name, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)];
  });
  return Object.fromEntries(entries);
}

function readTyped({ form }: FormCall<ForumCall>): Record<keyof ForumSettings, string> {
  const entries = Object.keys(SETTING_VALUES).map((name) => [name, form.first(name) ?? '']);
  return Object.fromEntries([
    ...entries,
    [
      'topics',
      form
        .family('topics')
        .map(([topic]) => topic)
        .join(','),
    ],
    ['foreign_images', form.first('foreign_images') === 'on' ? 'on' : 'off'],
  ]);
}

/** The default topic is the only setting that depends on another. */
function wrongSettings({ phrasing }: ForumCall, error: unknown): Record<string, string> {
  if (error instanceof AppError && error.kind === 'conflict') {
    return { default_topic: phrasing.words.defaultTopicRule };
  }
  return settingErrorsOf(error, phrasing);
}

function wrongField(error: unknown): Record<string, string> {
  if (error instanceof AppError && error.kind === 'conflict') return { field: error.message };
  return { field: Object.values(fieldErrorsOf(error)).join(' ') };
}
