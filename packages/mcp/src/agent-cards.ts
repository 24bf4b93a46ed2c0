import { corsHeaders, type Representation, securityHeaders } from '@guidepost/http';
import type { EnvironmentSchema } from '@guidepost/service-kit';

/** Whether documents tell programs where MCP is, before they connect. */
export const AGENT_CARD_VARIABLES: EnvironmentSchema['variables'] = {
  AGENT_CARDS: {
    description:
      'whether /.well-known/ai-catalog.json and /mcp/server-card tell programs about MCP: on or off',
    type: 'string',
    enum: ['on', 'off'],
    default: 'off',
  },
};

export interface AgentCardConfig {
  AGENT_CARDS: 'on' | 'off';
}

/** The facts on the card of a server. */
export interface CardFacts {
  /** The part of its name after that of its host. */
  name: string;
  /** For people. */
  title: string;
  description: string;
  version: string;
  /** The absolute URL of the pages for people, without a trailing slash; MCP is at `/mcp` below it. */
  home: string;
}

/** Revisions that a server speaks, the newest first. */
const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** Characters of a description and a title. */
const LONGEST = 100;

const CARD_TYPE = 'application/mcp-server-card+json';

const HEADERS = {
  'Cache-Control': 'public, max-age=3600',
  Vary: 'Accept-Encoding',
  ...securityHeaders({ policy: { 'frame-ancestors': "'none'" } }),
  ...corsHeaders({ exposed: ['ETag'] }),
};

/** `/mcp/server-card` (SEP-2127, experimental): how to connect to a server. */
export function serverCard({ name, title, description, version, home }: CardFacts): Representation {
  const { hostname } = new URL(home);
  return json(CARD_TYPE, {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${hostname.split('.').toReversed().join('.')}/${name}`,
    version,
    title: shortened(title),
    description: shortened(description),
    websiteUrl: home,
    remotes: [{ type: 'streamable-http', url: `${home}/mcp`, supportedProtocolVersions: REVISIONS }],
  });
}

/** `/.well-known/ai-catalog.json`: the cards of a host. */
export function aiCatalog({ name, title, home }: CardFacts): Representation {
  const { hostname } = new URL(home);
  return json('application/ai-catalog+json', {
    specVersion: '1.0',
    host: { displayName: shortened(title) },
    entries: [
      {
        identifier: `urn:air:${hostname}:${name}`,
        displayName: shortened(title),
        type: CARD_TYPE,
        url: `${home}/mcp/server-card`,
      },
    ],
  });
}

function json(type: string, value: object): Representation {
  return { status: 200, headers: { ...HEADERS, 'Content-Type': type }, body: JSON.stringify(value) };
}

function shortened(text: string): string {
  return Array.from(text).slice(0, LONGEST).join('');
}
