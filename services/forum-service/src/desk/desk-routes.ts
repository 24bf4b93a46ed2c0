import {
  auditPage,
  deskRoutes as createDeskRoutes,
  DESK_SCRIPT,
  DESK_STYLE,
  healthPage,
  keysPages,
} from '@guidepost/desk';
import { createDeskPhrasings, type DeskPhrasing, type DialogDeskWords } from '@guidepost/i18n';
import { createAssets } from '@guidepost/pages';
import type { Router } from 'express';
import type { Context } from '../context.ts';
import { listSlugsOfAccounts } from '../tenants/find-forum.ts';
import { blockPages } from './blocks/block-pages.ts';
import { cannedPages } from './canned-answers/canned-pages.ts';
import { deletedPages } from './deleted/deleted-pages.ts';
import { answeringEndpoints } from './dialog/answering-endpoint.ts';
import { dialogPages } from './dialog/dialog-pages.ts';
import { editPages } from './dialog/edit-pages.ts';
import { guideEndpoints, guidePages } from './dialog/guide-pages.ts';
import { mergePages } from './dialog/merge-page.ts';
import { dialogsPage } from './dialogs/dialogs-page.ts';
import { type ForumTenant, tenantOf } from './forum-tenant.ts';
import { forumHealth } from './health.ts';
import { forumHistory } from './history/history.ts';
import { insightsPages } from './insights/insights-pages.ts';
import { accountKeys } from './keys.ts';
import { notificationPages } from './notifications/notification-pages.ts';
import { personPages } from './person/person-pages.ts';
import { queuePages } from './queue/queue-pages.ts';
import { settingsPages } from './settings/settings-pages.ts';
import { accountWebhookPages } from './webhooks.ts';

const ASSETS = createAssets({
  path: '/desk/assets',
  style: [
    DESK_STYLE,
    new URL('./assets/forum-desk.css', import.meta.url),
    new URL('./assets/guides.css', import.meta.url),
    new URL('../rendering/post-text.css', import.meta.url),
  ],
  script: [
    DESK_SCRIPT,
    new URL('./assets/forum-desk.js', import.meta.url),
    new URL('./assets/guides.js', import.meta.url),
  ],
});

/** The desk of forums, below `/desk`. */
export function deskRoutes(context: Context): Router {
  const { config, database, forums, revisions, staff, clients } = context;
  const findTenant = async (slug: string) => {
    const found = await forums.find(slug.toLowerCase());
    return found && tenantOf(found);
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
      const tenants = await Promise.all((await listSlugsOfAccounts(database, ids)).map(findTenant));
      return tenants.filter((tenant) => tenant !== undefined);
    },
    sections,
    pages: {
      '': { read: async ({ base }) => ({ seeOther: `${base}/queue` }) },
      ...queuePages(context),
      '/dialogs': dialogsPage(context),
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
      ...keysPages(accountKeys(context)),
      ...accountWebhookPages(context),
      ...settingsPages(context),
      '/health': healthPage(forumHealth(context)),
      '/audit': auditPage(forumHistory(context)),
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
  }));
}
