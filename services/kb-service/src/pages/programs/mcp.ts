import { type AnswerRequest, hostsOf, isHostOfService, type Representation } from '@guidepost/http';
import { createCountBySubject } from '@guidepost/http/limits';
import { readSentKey } from '@guidepost/keys';
import { aiCatalog, answerMcp, type CardFacts, type McpServerInfo, serverCard } from '@guidepost/mcp';
import { noSuchPage } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { checkAccess } from '../../tenants/access-keys.ts';
import { VERSION } from '../../version.ts';
import type { PageKind } from '../page.ts';
import { findByHosts, type Site, siteOf } from '../site.ts';
import type { ProgramCall, ProgramContext } from './program-call.ts';

interface Addressed {
  host?: string | undefined;
  hostHeader: string | undefined;
}

/** `/mcp` and `/site/:host/mcp`: tools for programs that read guides. */
export function mcpOfGuides(context: ProgramContext): AnswerRequest {
  const { rateLimits, clients, keyRing, logger, metrics, translate, siteAddress } = context;
  const countRead = createCountBySubject(rateLimits.reads, clients);
  return answerMcp<ProgramCall>({
    async admit(request, response) {
      const { host } = request.params;
      const { host: hostHeader, authorization } = request.headers;
      const knowledgeBase = await findKnowledgeBase(context, { host, hostHeader });
      const key = await keyRing.requireSent(knowledgeBase, readSentKey(authorization));
      checkAccess(knowledgeBase, key?.id);
      await countRead(request, response, key?.id);
      return { site: siteOf(knowledgeBase, host === undefined ? '' : `/site/${knowledgeBase.host}`), key };
    },
    async loadTools() {
      const { guideTools } = await import('./guide-tools.ts');
      return guideTools(context);
    },
    describe: ({ site }) => describe(site, siteAddress(site.knowledgeBase.host)),
    logger,
    metrics,
    translate,
  });
}

function describe({ name, organization }: Site, websiteUrl: string | undefined): McpServerInfo {
  return {
    name: 'guidepost-guides',
    title: name,
    version: VERSION,
    ...(websiteUrl && { websiteUrl }),
    instructions: `The guides of ${organization}: "${name}". Search for a few words, read the guides that fit, and name their URLs in answers.`,
  };
}

/**
 * The knowledge base of a message, whoever may read it. The `Host` header is its own, or that of the service (S44).
 * @throws AppError `not-found`, `forbidden` for a host that is neither
 */
async function findKnowledgeBase(
  context: Context,
  { host, hostHeader = '' }: Addressed,
): Promise<KnowledgeBase> {
  const { knowledgeBases } = context;
  const byHeader = await findByHosts(knowledgeBases, hostsOf(hostHeader));
  const found = host === undefined ? byHeader : await findByHosts(knowledgeBases, [host.toLowerCase()]);
  if (!found) throw new AppError('not-found', 'There is no knowledge base at this address.');
  if (byHeader?.id === found.id || isHostOfService(hostHeader, urlsOf(context, found))) return found;
  throw new AppError('forbidden', 'The Host header names neither this knowledge base nor the service.');
}

function urlsOf({ config, siteAddress }: Pick<Context, 'config' | 'siteAddress'>, { host }: KnowledgeBase) {
  return [config.DESK_URL, config.PUBLIC_FILES_URL, siteAddress(host)].filter((url) => url !== undefined);
}

/** Documents that tell programs about MCP before they connect, where they are switched on. */
export function cardPages({
  config,
  siteAddress,
}: Pick<Context, 'config' | 'siteAddress'>): Record<string, PageKind> {
  if (config.AGENT_CARDS === 'off') return {};
  const page = (make: (facts: CardFacts) => Representation): PageKind => ({
    keptAs: () => '',
    async read({ site: { name: title, organization, knowledgeBase } }) {
      const home = siteAddress(knowledgeBase.main_host);
      if (home === undefined) throw noSuchPage();
      const description = `Search and read the guides of ${organization}.`;
      return make({ name: 'guides', title, description, version: VERSION, home });
    },
  });
  return { '/mcp/server-card': page(serverCard), '/.well-known/ai-catalog.json': page(aiCatalog) };
}
