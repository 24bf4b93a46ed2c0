import { type FormCall, partnerChoice, partnerPage, refusalOf, settingErrorsOf } from '@guidepost/desk';
import { MAX_LOGO_UPLOAD_BYTES, readUploadedLogo } from '@guidepost/files/images';
import { namedLanguages } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { HOLD_MODES } from '../../model/forum.ts';
import { TOPICS } from '../../model/topics.ts';
import { readMetadataField } from '../../posts/metadata.ts';
import { accountOf } from '../../tenants/accounts.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import {
  addMetadataField,
  changeSettings,
  removeMetadataField,
  setLogo,
} from '../../tenants/forum-settings.ts';
import type { ForumSettings } from '../../tenants/list-forums.ts';
import { readSettings, SETTING_VALUES } from '../../tenants/setting-values.ts';
import { actorOf, type ForumCall, type ForumPage, stateViewsOf } from '../forum-tenant.ts';

const ROLES = ['owner'] as const;

/** Check boxes, which browsers leave out when they are not checked. */
const SWITCHES = ['foreign_images', 'attachments'] as const;

interface Content {
  typed?: Record<keyof ForumSettings, string>;
  field?: object;
  wrong?: object;
  problem?: string | undefined;
}

/** The texts, fields and rules of a forum. */
export function settingsPages({
  database,
  config,
  pair,
  logger,
}: Pick<Context, 'database' | 'config' | 'pair' | 'logger'>): Record<string, ForumPage> {
  const serviceUrls = [config.PUBLIC_URL, config.DESK_URL];

  async function settings(call: ForumCall, content: Content = {}) {
    const forum = await requireForum(database, call.tenant.key);
    const typed = content.typed ?? typedFrom(forum);
    const { allows_metadata } = await accountOf(database, forum.id);
    return {
      template: 'settings/settings',
      title: call.phrasing.words.settings,
      section: 'settings',
      content: {
        typed,
        logo: forum.logo,
        topics: inOrder(typed.topics.split(',')),
        fields: forum.metadata_fields,
        states: forum.states,
        ...stateViewsOf(call),
        allowsMetadata: allows_metadata,
        holdModes: HOLD_MODES,
        languages: namedLanguages(call.phrasing.language, forum.language),
        partnerChoice: await partnerChoice({ pair, logger }, call),
        wrong: {},
        field: {},
        problem: undefined,
        ...content,
      },
    };
  }

  /** The page again with what was typed. */
  async function notSaved(call: ForumCall, typed: Pick<Content, 'typed' | 'field'>, error: unknown) {
    const { status, headers, wrong, problem } = refusalOf(inWordsOf(call, error), call.phrasing);
    return { ...(await settings(call, { ...typed, wrong, problem })), status, headers };
  }

  const changeOf = (call: ForumCall) => ({ slug: call.tenant.key, actor: actorOf(call) });

  return {
    '/settings': {
      roles: ROLES,
      read: (call) => settings(call),
      async post(call) {
        const typed = readTyped(call);
        try {
          // States have a page of their own, where a colleague may be changing them.
          const { states, ...wanted } = readSettings(typed);
          await changeSettings(database, { ...changeOf(call), serviceUrls }, wanted);
        } catch (error) {
          return notSaved(call, { typed }, error);
        }
        return { seeOther: `${call.base}/settings`, notice: 'noticeSaved' };
      },
    },
    '/settings/partner': partnerPage({ pair }, (call: ForumCall, chosen) =>
      changeSettings(database, { ...changeOf(call), serviceUrls }, { guides: chosen?.key ?? '' }),
    ),
    '/settings/logo': {
      roles: ROLES,
      maximumBytes: MAX_LOGO_UPLOAD_BYTES,
      async post(call) {
        try {
          const isRemoved = call.form.first('action') === 'remove';
          const logo = isRemoved ? null : await readUploadedLogo(call.files.get('logo')?.at(-1));
          await setLogo(database, changeOf(call), logo);
        } catch (error) {
          return notSaved(call, {}, error);
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
          return notSaved(call, { field }, inFieldForm(call, error));
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

/** The chosen topics in the order in which readers see them, then the others. The form sends them in this order. */
function inOrder(chosen: readonly string[]): string[] {
  return [
    ...chosen.filter((topic) => TOPICS.some((each) => each === topic)),
    ...TOPICS.filter((topic) => !chosen.includes(topic)),
  ];
}

function typedFrom(forum: ForumSettings): Record<keyof ForumSettings, string> {
  const entries = Object.keys(SETTING_VALUES).map((name) => {
    const value = forum[name as keyof ForumSettings];
    return [name, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)];
  });
  return Object.fromEntries(entries);
}

function readTyped({ form, tenant }: FormCall<ForumCall>): Record<keyof ForumSettings, string> {
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
    // Chosen by a form of its own.
    ['guides', tenant.forum.guides],
    ['states', JSON.stringify(tenant.forum.states)],
    ...SWITCHES.map((name) => [name, form.first(name) === 'on' ? 'on' : 'off'] as const),
  ]);
}

/** Mistakes in settings, in the language of the page. The default topic is the only one that depends on another. */
function inWordsOf({ phrasing }: ForumCall, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.details.fields) return mistakes(settingErrorsOf(error, phrasing));
  return error.kind === 'conflict' ? mistakes({ default_topic: phrasing.words.defaultTopicRule }) : error;
}

/** Mistakes in a new field, beside its name. */
function inFieldForm({ phrasing: { words } }: ForumCall, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.kind === 'forbidden')
    return new AppError('forbidden', words.fieldsNotAllowed, {
      reason: 'fieldsNotAllowed',
      cause: error,
    });
  if (error.kind === 'conflict') return mistakes({ field: words.problems.fieldTaken });
  const { name, maximum } = error.details.fields ?? {};
  if (!name && !maximum) return error;
  const { fieldNameRule, fieldMaximumRule } = words.problems;
  return mistakes({ field: [name && fieldNameRule, maximum && fieldMaximumRule].filter(Boolean).join(' ') });
}

function mistakes(wrong: Readonly<Record<string, string>>): AppError {
  const fields = Object.fromEntries(Object.entries(wrong).map(([field, message]) => [field, [message]]));
  return new AppError('invalid', 'Some settings are wrong.', { fields });
}
