import type { DeskCall, DeskPage } from '../requests/calls.ts';

/** The facts about a tenant on its page for programs. */
export interface ProgramFacts {
  /** The public URL of its pages, without a trailing slash; MCP is at `/mcp` below it. */
  home: string;
  /** Whether reading needs an access key. */
  needsKey: boolean;
  /** Says what programs may write with a key. */
  mayWrite: string;
}

/** Stands for a key in commands. */
const KEY = 'gpk_…';

/** A page that says how programs connect to a tenant, for owners. */
export function programPages<Call extends DeskCall>(
  factsOf: (call: Call) => ProgramFacts,
): Record<string, DeskPage<Call>> {
  return {
    '/settings/programs': {
      roles: ['owner'],
      async read(call) {
        const { home, needsKey, mayWrite } = factsOf(call);
        const { words } = call.phrasing;
        const server = { name: nameOf(call.tenant.key), url: `${home}/mcp`, needsKey };
        return {
          template: '@programs',
          title: words.programs,
          section: 'settings',
          content: {
            needsKey,
            mayWrite,
            ways: [
              { heading: words.mcpAddress, text: server.url },
              { heading: 'Claude Code', text: commandOf(server) },
              { heading: 'VS Code', text: `code --add-mcp '${JSON.stringify(entryOf(server))}'` },
              {
                heading: `Cursor · ${words.otherPrograms}`,
                text: JSON.stringify(configOf(server), undefined, 2),
              },
            ],
          },
        };
      },
    },
  };
}

interface NamedServer {
  name: string;
  url: string;
  needsKey: boolean;
}

/** A name that clients take: of letters, digits and hyphens. */
function nameOf(key: string): string {
  return key.replaceAll(/[^a-z0-9]+/gi, '-');
}

function headersOf({ needsKey }: NamedServer) {
  return needsKey ? { headers: { Authorization: `Bearer ${KEY}` } } : {};
}

function commandOf({ name, url, needsKey }: NamedServer): string {
  const header = needsKey ? ` --header "Authorization: Bearer ${KEY}"` : '';
  return `claude mcp add --transport http ${name} ${url}${header}`;
}

function entryOf(server: NamedServer): object {
  const { name, url } = server;
  return { name, type: 'http', url, ...headersOf(server) };
}

/** The file `mcp.json` of most clients. */
function configOf(server: NamedServer): object {
  const { name, ...entry } = entryOf(server) as { name: string };
  return { mcpServers: { [name]: entry } };
}
