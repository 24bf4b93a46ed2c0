import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf, toHttpError } from '@guidepost/http';
import { AppError, type Logger, type Metrics } from '@guidepost/service-kit';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { Tool, ToolAnswer } from './tools.ts';

/** The description of a server by itself. */
export interface McpServerInfo {
  name: string;
  /** For people. */
  title: string;
  version: string;
  /** The public URL of its pages for people. */
  websiteUrl?: string | undefined;
  /** For models: what the tools are about, and how to use them. */
  instructions: string;
}

/** A message of JSON-RPC; what `params` is depends on the method and is checked later. */
export interface McpMessage {
  method?: unknown;
  params?: unknown;
}

/** A message with all that its answer depends on. */
export interface Visit<Call> {
  request: IncomingMessage;
  response: ServerResponse;
  message: McpMessage;
  call: Call;
}

export type ServeMessage<Call> = (visit: Visit<Call>) => Promise<void>;

export interface Serving<Call> {
  tools: readonly Tool<Call>[];
  describe(call: Call): McpServerInfo;
  logger: Logger;
  metrics: Pick<Metrics, 'countError'>;
  /** Maps errors of libraries, such as database drivers, to AppErrors; returns unknown ones unchanged. */
  translate: (error: unknown) => unknown;
}

/** Header fields of the protocol; no others, such as cookies, get this far. */
const FIELDS = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id'];

export function createServeTools<Call>({ tools, ...options }: Serving<Call>): ServeMessage<Call> {
  const serving = { ...options, tools: tools.map(withJsonSchemas) };
  const { logger } = serving;
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(serving, authInfo?.extra?.visit as Visit<Call>),
    {
      legacy: 'stateless',
      // Tools never change, so no stream has anything to say, and none stays open.
      maxSubscriptions: 0,
      onerror: (err) => logger.debug({ err }, 'a message of the Model Context Protocol was refused'),
    },
  );
  const answer = toNodeHandler(handler, {
    onerror: (err) => logger.error({ err }, 'a message of the Model Context Protocol was not answered'),
  });
  return async (visit) => {
    const sent = FIELDS.map((name) => [name, visit.request.headers[name]] as const);
    const incoming = {
      method: 'POST',
      url: '/mcp',
      headers: Object.fromEntries(sent),
      auth: { token: '', clientId: '', scopes: [], extra: { visit } },
      // The body has been read.
      async *[Symbol.asyncIterator]() {},
    };
    await answer(incoming, visit.response, visit.message);
  };
}

type KeptSchema = StandardSchemaWithJSON<Record<string, unknown>>;

interface RegisteredTool<Call> extends Omit<Tool<Call>, 'input' | 'output'> {
  input: KeptSchema;
  output: KeptSchema;
}

/** The library converts the schemas of a tool at each call, which would take as long as a short guide. */
function withJsonSchemas<Call>(tool: Tool<Call>): RegisteredTool<Call> {
  return { ...tool, input: convertedOnce(tool.input), output: convertedOnce(tool.output) };
}

function convertedOnce(schema: Tool<unknown>['input']): KeptSchema {
  const standard = schema['~standard'];
  const { input, output } = standard.jsonSchema;
  return { '~standard': { ...standard, jsonSchema: { input: kept(input), output: kept(output) } } };
}

type Convert = KeptSchema['~standard']['jsonSchema']['input'];

/** The options are always the same: the dialect of the protocol. */
function kept(convert: Convert): Convert {
  let converted: ReturnType<Convert> | undefined;
  return (options) => {
    converted ??= convert(options);
    return converted;
  };
}

interface Served<Call> extends Omit<Serving<Call>, 'tools'> {
  tools: readonly RegisteredTool<Call>[];
}

function createServer<Call>(serving: Served<Call>, visit: Visit<Call>): McpServer {
  const { instructions, ...info } = serving.describe(visit.call);
  const server = new McpServer(info, { capabilities: { tools: { listChanged: false } }, instructions });
  const isList = visit.message.method === 'tools/list';
  // Tools that a key does not allow say what is missing when they are called.
  for (const tool of serving.tools.filter(({ isFor }) => !isList || isFor?.(visit.call) !== false)) {
    const { name, title, description, input: inputSchema, output: outputSchema, writes = false } = tool;
    const annotations = {
      title,
      readOnlyHint: !writes,
      openWorldHint: false,
      ...(writes ? { destructiveHint: false, idempotentHint: false } : {}),
    };
    server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, (values) =>
      answerCall(serving, visit, async () => {
        const program = readProgramName(
          server.server.getClientVersion()?.name,
          visit.request.headers['user-agent'],
        );
        const { call, request } = visit;
        return tool.run(values, { ...call, program, request });
      }),
    );
  }
  return server;
}

/** Answers a call; failures are told in words, so that a model can try again. */
async function answerCall<Call>(
  { logger, metrics, translate }: Served<Call>,
  { request }: Visit<Call>,
  run: () => Promise<ToolAnswer>,
): Promise<CallToolResult> {
  try {
    return resultOf(await run());
  } catch (thrown) {
    const error = translate(thrown);
    const { expected, kind, message } = toHttpError(error);
    if (expected) return failure([message, ...mistakesIn(error)].join(' '));
    const requestId = requestIdOf(request);
    logger.error({ err: error, requestId }, 'a tool failed');
    metrics.countError(kind);
    return failure(`${message} Try again later. (${requestId})`);
  }
}

function resultOf({ text, links = [], data }: ToolAnswer): CallToolResult {
  return {
    content: [
      { type: 'text', text },
      ...links.map(({ address: uri, title, description }) => ({
        type: 'resource_link' as const,
        uri,
        name: title,
        title,
        mimeType: 'text/html',
        ...(description && { description }),
      })),
    ],
    structuredContent: data,
  };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function mistakesIn(error: unknown): string[] {
  const fields = error instanceof AppError ? (error.details.fields ?? {}) : {};
  return Object.entries(fields).map(([name, mistakes]) => `${name}: ${mistakes.join(' ')}`);
}

/** Characters. */
const LONGEST = 60;

/** Characters that are not shown, or that move others: controls, formats, surrogates, separators of lines. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/** The first product of a `User-Agent` field, without its version (RFC 9110 §10.1.5). */
const PRODUCT = /^[!#$%&'*+.^_`|~\w-]+/;

/**
 * The name that a program goes by: that of its `clientInfo`; of revisions that send it once in a session, which there
 * is not, the product of its `User-Agent`. Empty if it has none.
 */
function readProgramName(name: string | undefined, userAgent: string | undefined): string {
  const said = name?.replaceAll(INVISIBLE, ' ').replaceAll(/\s+/g, ' ').trim();
  const known = said || (PRODUCT.exec(userAgent ?? '')?.[0] ?? '');
  return Array.from(known).slice(0, LONGEST).join('').trim();
}
