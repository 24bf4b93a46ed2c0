import {
  auditPages,
  type Changes,
  deskRoutes as createDeskRoutes,
  DESK_SCRIPT,
  DESK_STYLE,
  type DeskHealth,
  type DeskKeys,
  healthPage,
  KEYS_SCRIPT,
  keptMailPages,
  keysPages,
  type ProgramFacts,
  programPages,
  viewPages,
  webhookPages,
} from '@guidepost/desk';
import { canStoreFiles } from '@guidepost/files';
import { createRouter } from '@guidepost/http';
import { createDeskPhrasings, type GuideDeskWords } from '@guidepost/i18n';
import { createKeptMail, mailOfTenant, readMailSettings } from '@guidepost/mail';
import { createAssets } from '@guidepost/pages';
import { tenantQueue } from '@guidepost/search';
import { once } from '@guidepost/service-kit';
import { listWebhooks } from '@guidepost/webhooks';
import type { Router } from 'express';
import { countWaitingMessages } from '../contact/waiting-messages.ts';
import type { Context } from '../context.ts';
import { bytesOfFiles } from '../files/files.ts';
import { issueAccessKey, KEY_SCOPES, listAccessKeys, revokeAccessKey } from '../tenants/access-keys.ts';
import { listActors, listChanges } from '../tenants/audit.ts';
import { listKnowledgeBasesById } from '../tenants/find-knowledge-base.ts';
import { knowledgeBaseWebhooks } from '../tenants/webhooks.ts';
import { VERSION } from '../version.ts';
import { countProposals } from '../writing/drafts/proposals.ts';
import { deletedPages } from './deleted/deleted-pages.ts';
import { fileEndpoint } from './desk-files.ts';
import { deskOfOwnLanguage, withLanguages } from './desk-languages.ts';
import {
  endpointsWithPurposes,
  mayChange,
  maySeeMessages,
  sectionsOf,
  withPurposes,
} from './desk-permissions.ts';
import { editorAssetRoutes } from './editor/editor-asset-routes.ts';
import { loadEditorAssets } from './editor/editor-assets.ts';
import { editorEndpoints } from './guide/editor-endpoints.ts';
import { guidePages } from './guide/guide-pages.ts';
import { notePages } from './guide/note-pages.ts';
import { GUIDE_VIEWS } from './guides/guide-filter.ts';
import { guidesPage } from './guides/guides-page.ts';
import { historyPages } from './history/history-pages.ts';
import { sayGuideDetails, THINGS } from './history/said-details.ts';
import { guideInsightsPage } from './insights/guide-insights-page.ts';
import { insightsPages } from './insights/insights-pages.ts';
import { actorOf, type KbCall, type KbTenant, tenantOf } from './kb-tenant.ts';
import { messageFileEndpoint, messagePages } from './messages/message-pages.ts';
import { exportPage } from './moving/export-page.ts';
import { importPages, importProgress } from './moving/import-pages.ts';
import { notificationsPage, stopProposalsPage, stopReviewsPage } from './notifications/notification-pages.ts';
import { lookPreviewPages } from './preview/look-preview.ts';
import { previewPages } from './preview/preview-pages.ts';
import { contactSettingsPages } from './settings/contact-page.ts';
import { hostPages } from './settings/host-pages.ts';
import { languagePages } from './settings/language-pages.ts';
import { lookPages } from './settings/look-page.ts';
import { kbCreation } from './settings/new-knowledge-base.ts';
import { kbAnswers } from './settings/pairing.ts';
import { settingsPages } from './settings/settings-page.ts';
import { widgetPages } from './settings/widget-page.ts';
import { structurePages } from './structure/structure-pages.ts';
import { sourcePages } from './translations/source-pages.ts';

const ASSETS = createAssets({
  path: '/desk/assets',
  // The content of guides looks as it does to readers.
  style: [
    new URL('../pages/assets/site.css', import.meta.url),
    DESK_STYLE,
    new URL('./assets/kb-desk.css', import.meta.url),
  ],
  script: [
    DESK_SCRIPT,
    KEYS_SCRIPT,
    new URL('./assets/kb-desk.js', import.meta.url),
    new URL('./assets/pack-folder.js', import.meta.url),
  ],
});

/** The desk of knowledge bases, below `/desk`. */
export function deskRoutes(context: Context): Router {
  const loadEditor = once(loadEditorAssets);
  const { config, database, knowledgeBases, revisions, staff, clients, siteAddress } = context;
  const desk = createDeskRoutes<KbTenant, GuideDeskWords>({
    service: 'kb',
    staff,
    deskUrl: config.DESK_URL,
    clients,
    assets: ASSETS,
    templates: new URL('./', import.meta.url),
    phrasingOf: createDeskPhrasings(({ desk, editor }) => ({ ...desk.guides, textEditor: editor })),
    async findTenant(key) {
      const found = await knowledgeBases.find(key.toLowerCase());
      return found && tenantOf(found, siteAddress);
    },
    async afterChange({ id, knowledgeBase }) {
      for (const each of new Set([id, knowledgeBase.id])) await revisions.catchUp(each);
    },
    async listTenants(ids) {
      return (await listKnowledgeBasesById(database, ids)).map((each) => tenantOf(each, siteAddress));
    },
    hasLanguages: true,
    creation: kbCreation(context),
    pairing: context.pair && { pair: context.pair, answers: kbAnswers(context) },
    sections: sectionsOf,
    async countWaiting(call) {
      const { tenant, phrasing } = call;
      const { words } = phrasing;
      const [guides, messages] = await Promise.all([
        mayChange(call, 'guide publish') ? countProposals(database, tenant.knowledgeBase.id) : 0,
        maySeeMessages(call) ? countWaitingMessages(database, tenant.id) : 0,
      ]);
      return {
        guides: { count: guides, label: `${words.proposed}: ${guides}`, path: 'guides?state=proposed' },
        messages: { count: messages, label: `${words.messages}: ${messages}`, path: 'messages' },
      };
    },
    notificationsPath: '/notifications',
    openPages: {
      '/reviews/:person/:token': stopReviewsPage(context),
      '/proposals/:person/:token': stopProposalsPage(context),
    },
    pages: withLanguages(
      withPurposes({
        '': { read: async (call) => ({ seeOther: `${deskOfOwnLanguage(call)}/guides` }) },
        '/guides': guidesPage(context),
        ...viewPages(database, GUIDE_VIEWS),
        ...guidePages({ ...context, loadEditor }),
        ...notePages({ ...context, loadEditor }),
        ...deletedPages(context),
        ...previewPages(context),
        ...historyPages(context),
        ...sourcePages(context),
        ...insightsPages(context),
        '/guides/:guide/insights': guideInsightsPage(context),
        ...structurePages(context),
        ...importPages(context),
        '/structure/export': exportPage(context),
        ...keysPages(kbKeys(context)),
        ...webhookPages(knowledgeBaseWebhooks(database), (call: KbCall) => ({
          host: call.tenant.key,
          actor: actorOf(call),
        })),
        ...settingsPages(context),
        ...lookPages(context),
        ...contactSettingsPages(context),
        ...messagePages(context),
        ...lookPreviewPages(context),
        ...hostPages(context),
        ...languagePages(context),
        ...widgetPages(context),
        ...programPages<KbCall>((call) => kbPrograms(context, call)),
        '/notifications': notificationsPage(context),
        '/health': healthPage(kbHealth(context)),
        ...keptMailPages(createKeptMail(readMailSettings(context.config), context.config.DESK_URL)),
        ...auditPages(kbChanges(context)),
      }),
    ),
    endpoints: endpointsWithPurposes({
      ...editorEndpoints(context),
      '/structure/import/:job/progress': importProgress(context),
      '/messages/:message/file': messageFileEndpoint(context),
      '/files/:name': fileEndpoint(context),
      '/files/:token/:name': fileEndpoint(context),
    }),
  });
  // First, since the desk answers for everything below its address.
  return createRouter().use(editorAssetRoutes(loadEditor)).use(desk);
}

/** The access keys of a knowledge base, for the pages that manage them. */
function kbKeys({ database }: Pick<Context, 'database'>): DeskKeys<KbCall> {
  const isScope = (scope: string | undefined) => KEY_SCOPES.find((each) => each === scope);
  return {
    scopes: KEY_SCOPES,
    list: ({ tenant }) => listAccessKeys(database, tenant.key),
    issue: (call, { name, scope }) =>
      issueAccessKey(database, actorOf(call), { host: call.tenant.key, name, scope: isScope(scope) }),
    revoke: (call, key) => revokeAccessKey(database, actorOf(call), { host: call.tenant.key, key }),
  };
}

/** The changes of a knowledge base, for the page that lists them. */
function kbChanges({ database }: Pick<Context, 'database'>): Changes<KbCall> {
  return {
    things: THINGS,
    async actors({ tenant }) {
      return (await listActors(database, tenant.id)).map((name) => ({ name, label: name }));
    },
    async list({ tenant, base, phrasing }, request) {
      const entries = await listChanges(database, { host: tenant.key, ...request });
      return entries.map(({ guide_id, subject, title, names, details, ...entry }) => {
        const name = title ?? (subject && (names?.[subject] ?? subject));
        const address = guide_id === null ? undefined : `${base}/guides/${guide_id}`;
        const said = sayGuideDetails({ details, names }, phrasing);
        return { ...entry, subject: name ? { name, address } : undefined, said };
      });
    },
  };
}

/** How programs connect to a knowledge base. */
function kbPrograms(
  { config, siteAddress }: Pick<Context, 'config' | 'siteAddress'>,
  call: KbCall,
): ProgramFacts {
  const { main_host: host, access } = call.tenant.knowledgeBase;
  return {
    home: siteAddress(host) ?? `${config.DESK_URL}/site/${host}`,
    needsKey: access !== 'public',
    mayWrite: call.phrasing.words.programsWrite,
  };
}

/** The pages of the desk of a knowledge base. */
function kbHealth(context: Context): (call: KbCall) => Promise<DeskHealth> {
  const { config, database, revisions, guideSearch, imageStore, findLastBackup, askDatabase } = context;
  const mailSettings = readMailSettings(config);
  const mailGoes = { goes: mailSettings.to, folder: createKeptMail(mailSettings, config.DESK_URL)?.folder };
  // One after the other, so that readers keep the connections of the pool.
  return async ({ tenant: { id } }) => {
    const { version, milliseconds } = await askDatabase();
    return {
      database: { milliseconds, isListening: revisions.listening },
      engine: await guideSearch.engineHealth(id),
      index: await tenantQueue(database, id),
      mail: { ...mailGoes, ...(await mailOfTenant(database, id)) },
      webhooks: await listWebhooks(database, id),
      files: {
        canBeStored: !imageStore || (await canStoreFiles(imageStore)),
        bytes: await bytesOfFiles(database, id),
      },
      lastBackup: await findLastBackup(),
      versions: { guidepost: VERSION, database: version, node: process.versions.node },
    };
  };
}
