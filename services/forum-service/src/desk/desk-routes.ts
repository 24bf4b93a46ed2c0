import {
  auditPages,
  type Changes,
  deskRoutes as createDeskRoutes,
  DESK_SCRIPT,
  DESK_STYLE,
  type DeskHealth,
  type DeskKeys,
  type DeskPage,
  healthPage,
  KEYS_SCRIPT,
  keptMailPages,
  keysPages,
  programPages,
  viewPages,
  webhookPages,
} from '@guidepost/desk';
import { canStoreFiles } from '@guidepost/files';
import { createDeskPhrasings, type DeskPhrasing, type DialogDeskWords } from '@guidepost/i18n';
import { createKeptMail, mailOfTenant, readMailSettings } from '@guidepost/mail';
import {
  ATTACH_FILES_SCRIPT,
  createAssets,
  DRAFTS_SCRIPT,
  WRITING_BAR_SCRIPT,
  WRITING_STYLE,
} from '@guidepost/pages';
import { tenantQueue } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { listWebhooks } from '@guidepost/webhooks';
import type { Router } from 'express';
import type { Context } from '../context.ts';
import { bytesOfAccount, MEGABYTE } from '../files/files.ts';
import { THE_AUTHOR } from '../model/actor.ts';
import { createAddresses } from '../model/addresses.ts';
import { KEY_SCOPES, listAccessKeys } from '../tenants/access-keys.ts';
import { issueAccessKey, revokeAccessKey } from '../tenants/account-settings.ts';
import { accountOf } from '../tenants/accounts.ts';
import { listActors, listAuditEntries } from '../tenants/audit.ts';
import { listSlugsOfAccounts } from '../tenants/find-forum.ts';
import { accountWebhooks } from '../tenants/webhooks.ts';
import { VERSION } from '../version.ts';
import { blockPages } from './blocks/block-pages.ts';
import { cannedPages } from './canned-answers/canned-pages.ts';
import { deletedPages } from './deleted/deleted-pages.ts';
import { answeringEndpoints } from './dialog/answering-endpoint.ts';
import { dialogPages } from './dialog/dialog-pages.ts';
import { editPages } from './dialog/edit-pages.ts';
import { guideEndpoints, guidePages } from './dialog/linked-guide-pages.ts';
import { dialogsPage } from './dialogs/dialogs-page.ts';
import { viewedList } from './filters/dialog-filter.ts';
import { actorOf, type ForumCall, type ForumTenant, tenantOf } from './forum-tenant.ts';
import { sayForumDetails, THINGS } from './history/said-details.ts';
import { insightsPages } from './insights/insights-pages.ts';
import { mergePages } from './merge/merge-pages.ts';
import { notificationPages } from './notifications/notification-pages.ts';
import { personPages } from './person/person-pages.ts';
import { queuePages } from './queue/queue-pages.ts';
import { redirectPages } from './redirects/redirect-pages.ts';
import { forumCreation } from './settings/new-forum.ts';
import { forumAnswers } from './settings/pairing.ts';
import { settingsPages } from './settings/settings-pages.ts';
import { spamPages } from './spam/spam-pages.ts';
import { statesPage } from './states/states-page.ts';

const ASSETS = createAssets({
  path: '/desk/assets',
  style: [
    DESK_STYLE,
    WRITING_STYLE,
    new URL('./assets/forum-desk.css', import.meta.url),
    new URL('./assets/guides.css', import.meta.url),
    new URL('../rendering/post-text.css', import.meta.url),
    new URL('../rendering/states.css', import.meta.url),
  ],
  script: [
    DRAFTS_SCRIPT,
    DESK_SCRIPT,
    KEYS_SCRIPT,
    WRITING_BAR_SCRIPT,
    ATTACH_FILES_SCRIPT,
    new URL('./assets/forum-desk.js', import.meta.url),
    new URL('./assets/guides.js', import.meta.url),
  ],
});

/** The desk of forums, below `/desk`. */
export function deskRoutes(context: Context): Router {
  const { config, database, forums, revisions, staff, clients } = context;
  const findTenant = async (slug: string) => {
    const found = await forums.find(slug.toLowerCase());
    return found && tenantOf(found, (await listSlugsOfAccounts(database, [found.account_id])).length > 1);
  };
  return createDeskRoutes<ForumTenant, DialogDeskWords>({
    service: 'forum',
    staff,
    deskUrl: config.DESK_URL,
    clients,
    assets: ASSETS,
    templates: new URL('./', import.meta.url),
    phrasingOf: createDeskPhrasings(({ desk }) => ({ ...desk.dialogs, ...desk.forum })),
    findTenant,
    afterChange: ({ forum }) => revisions.catchUp(forum.id),
    async listTenants(ids) {
      const slugs = await listSlugsOfAccounts(database, ids);
      const found = await Promise.all(slugs.map((slug) => forums.find(slug)));
      return found.flatMap((forum) => (forum ? [tenantOf(forum, slugs.length > 1)] : []));
    },
    sections: ({ phrasing, role }) => sections(phrasing, role),
    creation: forumCreation(context),
    pairing: context.pair && { pair: context.pair, answers: forumAnswers(context) },
    pages: {
      '': { read: async ({ base }) => ({ seeOther: `${base}/queue` }) },
      ...queuePages(context),
      '/dialogs': dialogsPage(context),
      ...viewPages(database, viewedList('queue')),
      ...viewPages(database, viewedList('dialogs')),
      ...dialogPages(context),
      ...deletedPages(context),
      ...editPages(context),
      ...mergePages(context),
      ...guidePages(context),
      ...insightsPages(context),
      ...cannedPages(context),
      ...notificationPages(context),
      ...personPages(context),
      ...blockPages(context),
      ...spamPages(context),
      ...redirectPages(context),
      ...keysPages(accountKeys(context)),
      ...accountWebhookPages(context),
      ...settingsPages(context),
      '/settings/states': statesPage(context),
      ...programPages<ForumCall>(({ tenant: { forum }, phrasing }) => ({
        home: createAddresses(config.PUBLIC_URL, forum).home,
        needsKey: false,
        mayWrite: phrasing.words.programsWrite,
      })),
      '/health': healthPage(forumHealth(context)),
      ...keptMailPages(createKeptMail(readMailSettings(context.config), context.config.DESK_URL)),
      ...auditPages(forumChanges(context)),
    },
    notificationsPath: '/notifications',
    endpoints: { ...answeringEndpoints(context), ...guideEndpoints(context) },
  });
}

const SECTIONS = [
  { key: 'queue', path: 'queue', roles: ['owner', 'editor', 'author'] },
  { key: 'dialogs', path: 'dialogs', roles: ['owner', 'editor', 'author'] },
  { key: 'insights', path: 'insights', roles: ['owner', 'editor', 'author'] },
  { key: 'cannedAnswers', path: 'canned-answers', roles: ['owner', 'editor'] },
  { key: 'blocks', path: 'blocks', roles: ['owner', 'editor'] },
  { key: 'redirects', path: 'redirects', roles: ['owner', 'editor'] },
  { key: 'people', path: 'people', roles: ['owner'] },
  { key: 'keys', path: 'keys', roles: ['owner'] },
  { key: 'webhooks', path: 'webhooks', roles: ['owner'] },
  { key: 'settings', path: 'settings', roles: ['owner'] },
  { key: 'audit', path: 'audit', roles: ['owner'] },
  { key: 'health', path: 'health', roles: ['owner'] },
] as const;

function sections({ words }: DeskPhrasing<DialogDeskWords>, role: string) {
  return SECTIONS.filter(({ roles }) => roles.some((each) => each === role)).map(({ key, path }) => ({
    key,
    path,
    label: words[key],
    hasSearch: key === 'dialogs',
  }));
}

/** The webhooks of a forum's account. */
function accountWebhookPages({ database }: Pick<Context, 'database'>): Record<string, DeskPage<ForumCall>> {
  return webhookPages(accountWebhooks(database), async (call: ForumCall) => ({
    account: (await accountOf(database, call.tenant.forum.id)).name,
    actor: actorOf(call),
  }));
}

/** The access keys of a forum's account, for the pages that manage them. */
function accountKeys({ database }: Pick<Context, 'database'>): DeskKeys<ForumCall> {
  const nameOf = async ({ tenant }: ForumCall) => (await accountOf(database, tenant.forum.id)).name;
  const changeOf = async (call: ForumCall) => ({ account: await nameOf(call), actor: actorOf(call) });
  return {
    // The usual one first.
    scopes: ['post', 'read', 'write'] satisfies (typeof KEY_SCOPES)[number][],
    list: async (call) => listAccessKeys(database, await nameOf(call)),
    issue: async (call, { name, scope }) => {
      const key = { name, scope: KEY_SCOPES.find((each) => each === scope) };
      return issueAccessKey(database, await changeOf(call), key).catch((error) => refuseKeys(call, error));
    },
    revoke: async (call, key) => revokeAccessKey(database, await changeOf(call), key),
  };
}

/** The message of the command line names a command, which owners do not have. */
function refuseKeys({ phrasing }: ForumCall, error: unknown): never {
  if (!(error instanceof AppError) || error.kind !== 'forbidden') throw error;
  throw new AppError('forbidden', phrasing.words.keysNotAllowed, { reason: 'keysNotAllowed', cause: error });
}

/** The tenant behind the desk of a forum. Mail, webhooks and files are those of its account. */
function forumHealth(context: Context): (call: ForumCall) => Promise<DeskHealth> {
  const { config, database, revisions, dialogSearch, files, findLastBackup, askDatabase } = context;
  const mailSettings = readMailSettings(config);
  const mailGoes = { goes: mailSettings.to, folder: createKeptMail(mailSettings, config.DESK_URL)?.folder };
  // One after the other, so that readers keep the connections of the pool.
  return async ({ tenant: { id, forum } }) => {
    const { version, milliseconds } = await askDatabase();
    return {
      database: { milliseconds, isListening: revisions.listening },
      engine: await dialogSearch.engineHealth(id),
      index: await tenantQueue(database, forum.id),
      mail: { ...mailGoes, ...(await mailOfTenant(database, id)) },
      webhooks: await listWebhooks(database, id),
      files: {
        canBeStored: await canStoreFiles(files, config.FORUM_FILES_DIRECTORY),
        bytes: await bytesOfAccount(database, id),
        most: config.FORUM_ACCOUNT_STORAGE * MEGABYTE,
      },
      lastBackup: await findLastBackup(),
      versions: { guidepost: VERSION, database: version, node: process.versions.node },
    };
  };
}

/** The changes of a forum, for the page that lists them. */
function forumChanges({ database, staff }: Pick<Context, 'database' | 'staff'>): Changes<ForumCall> {
  const byName = (call: ForumCall, name: string) =>
    name === THE_AUTHOR ? call.phrasing.words.theAuthor : name;
  return {
    things: THINGS,
    async actors(call) {
      const names = await listActors(database, call.tenant.forum.id);
      return names.map((name) => ({ name, label: byName(call, name) }));
    },
    async list(call, request) {
      const { tenant, base, phrasing } = call;
      const about = { slug: tenant.key, forumId: tenant.forum.id, since: undefined };
      const entries = await listAuditEntries(database, { ...about, ...request });
      const actor = { ...actorOf(call), role: call.role, door: 'desk' as const };
      const people = await staff.people.list({ tenantId: tenant.id, actor });
      const names = new Map(people.map(({ id, name, email }) => [id, name ?? email]));
      return entries.map(({ dialog_id, comment_id, title, details, ...stored }) => {
        const by = stored.door === 'page' ? phrasing.words.theAuthor : stored.by;
        const entry = { ...stored, by, said: sayForumDetails(details, { phrasing, names }) };
        if (dialog_id === null) return entry;
        const { dialog, comment } = phrasing.words;
        const name = title || `${dialog} ${dialog_id}`;
        const full = comment_id === null ? name : `${comment} ${comment_id} · ${name}`;
        return { ...entry, subject: { name: full, address: `${base}/dialogs/${dialog_id}` } };
      });
    },
  };
}
