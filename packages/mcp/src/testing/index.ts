import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';

export { FUZZED_TOOLS, type FuzzedEndpoint, fuzzMessages } from './fuzzed-messages.ts';

/** A tool as clients get it. */
export interface ListedTool {
  name: string;
  description?: string | undefined;
  inputSchema: object;
  outputSchema?: object | undefined;
  annotations?: { readOnlyHint?: boolean | undefined } | undefined;
}

export interface CalledTool {
  content: { type: string; text?: string; uri?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** A client of the Model Context Protocol that is connected. */
export interface ConnectedClient {
  list(): Promise<ListedTool[]>;
  call(name: string, values?: Record<string, unknown>): Promise<CalledTool>;
  close(): Promise<void>;
}

interface ClientOptions {
  /** An access key. */
  key?: string | undefined;
  name?: string;
}

/** The parts of the clients' packages that tests use. */
interface ClientModule {
  Client: new (
    info: { name: string; version: string },
    options?: object,
  ) => {
    connect(transport: unknown): Promise<void>;
    listTools(): Promise<{ tools: ListedTool[] }>;
    callTool(call: { name: string; arguments: object }): Promise<CalledTool>;
    close(): Promise<void>;
  };
  StreamableHTTPClientTransport: new (url: URL, options: { requestInit: RequestInit }) => unknown;
}

// Dependencies of the clients name their TypeScript by the condition that ours have, and Node.js does not run it there.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, {
      ...context,
      conditions: context.conditions.filter(
        (condition) => condition !== 'source' || !context.parentURL?.includes('/node_modules/'),
      ),
    }),
});

/** The client of version 2. */
const loadClient = async (): Promise<ClientModule> =>
  import(import.meta.resolve('@modelcontextprotocol/client'));

/** The client of version 1. */
async function loadFirstClient(): Promise<ClientModule> {
  const { Client } = await import(import.meta.resolve('@modelcontextprotocol/sdk/client/index.js'));
  const transport = await import(import.meta.resolve('@modelcontextprotocol/sdk/client/streamableHttp.js'));
  return { Client, ...transport };
}

type Connect = (url: string, options?: ClientOptions) => Promise<ConnectedClient>;

/** Clients by what they speak: the revision 2026-07-28 alone, what they choose by themselves, that of version 1. */
export const CLIENTS: Readonly<Record<'pinned' | 'default' | 'first', Connect>> = {
  pinned: connectWith(loadClient, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  default: connectWith(loadClient),
  first: connectWith(loadFirstClient),
};

function connectWith(load: () => Promise<ClientModule>, options?: object): Connect {
  return async (url, { key, name = 'tests' } = {}) => {
    const { Client, StreamableHTTPClientTransport } = await load();
    const client = new Client({ name, version: '1.0.0' }, options);
    const requestInit = { headers: headersFor(key) };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    return {
      list: async () => (await client.listTools()).tools,
      call: (tool, values = {}) => client.callTool({ name: tool, arguments: values }),
      close: () => client.close(),
    };
  };
}

function headersFor(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { Authorization: `Bearer ${key}` };
}

export interface SpreadingProxy {
  /** Use it instead of the servers' URLs. */
  origin: string;
  /** How many requests each server has answered. */
  answered: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Sends each request to the next server; to another one if that is gone. */
export async function startSpreadingProxy(origins: readonly string[]): Promise<SpreadingProxy> {
  const answered = new Map<string, number>();
  let turn = 0;

  function pass(incoming: IncomingMessage, body: Buffer, response: ServerResponse, tries = 0): void {
    const origin = origins[turn++ % origins.length] ?? '';
    const { method, url, headers } = incoming;
    const sent = sendRequest(origin + url, { method, headers }, (answer) => {
      answered.set(origin, (answered.get(origin) ?? 0) + 1);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => {
      if (response.headersSent || tries === origins.length) response.destroy();
      else pass(incoming, body, response, tries + 1);
    });
    sent.end(body);
  }

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => pass(incoming, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    answered,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
