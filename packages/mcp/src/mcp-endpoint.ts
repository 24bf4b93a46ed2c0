import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AnswerRequest,
  type BodyRule,
  type HttpError,
  isFromOtherOrigin,
  type PathParameters,
  parseJson,
  type Representation,
  readBody,
  securityHeaders,
  showErrorsBy,
} from '@guidepost/http';
import { AppError, type ErrorKind, once } from '@guidepost/service-kit';
import type { McpMessage, ServeMessage, Serving } from './serve-tools.ts';
import type { Tool } from './tools.ts';

export {
  AGENT_CARD_VARIABLES,
  type AgentCardConfig,
  aiCatalog,
  type CardFacts,
  serverCard,
} from './agent-cards.ts';
export type { McpServerInfo } from './serve-tools.ts';

type McpRequest = Parameters<AnswerRequest<PathParameters>>[0];

export interface McpEndpoint<Call> extends Omit<Serving<Call>, 'tools'> {
  /** Finds the tenant and checks key and limits. @throws AppError */
  admit(request: McpRequest, response: ServerResponse): Promise<Call>;
  /** Imports the tools at the first request: they take memory that many services never need. */
  loadTools(): Promise<readonly Tool<Call>[]>;
}

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { 'frame-ancestors': "'none'" } }),
};

const BODY: BodyRule = {
  accepts: (type) => /^application\/json\s*(?:;|$)/i.test(type?.trim() ?? ''),
  expected: 'application/json',
  maximumBytes: 65_536,
};

/** Arrays and objects within each other; what checks and writes them is recursive. */
const DEEPEST = 32;

/**
 * Answers messages of the Model Context Protocol over "Streamable HTTP", each by itself: there are no sessions, so any
 * instance answers. Revisions of 2025 work as well. No cookie is read (S44).
 */
export function answerMcp<Call>(endpoint: McpEndpoint<Call>): AnswerRequest {
  const load = once(async (): Promise<ServeMessage<Call>> => {
    const [{ createServeTools }, tools] = await Promise.all([
      import('./serve-tools.ts'),
      endpoint.loadTools(),
    ]);
    return createServeTools({ ...endpoint, tools });
  });
  return (request, response) =>
    showErrorsBy(representProblem, async () => {
      if (isFromOtherOrigin(request.headers))
        throw new AppError('forbidden', 'Pages of other sites may not use this address.');
      const call = await endpoint.admit(request, response);
      const message = await readMessage(request);
      const serve = await load();
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      await serve({ request, response, message, call });
      return undefined;
    });
}

/** @throws AppError `malformed` for what is not one message */
async function readMessage(request: IncomingMessage): Promise<McpMessage> {
  const bytes = await readBody(request, BODY);
  if (!bytes) throw new AppError('malformed', 'Send a JSON-RPC 2.0 message as JSON.');
  if (depthOf(bytes) > DEEPEST) throw new AppError('malformed', 'The message has too many levels.');
  const message = parseJson(bytes);
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new AppError('malformed', 'Send one JSON-RPC 2.0 message, an object; batches are not supported.');
  }
  return message;
}

const [QUOTE, BACKSLASH] = [...Buffer.from('"\\')];
const OPENING = new Set(Buffer.from('[{'));
const CLOSING = new Set(Buffer.from(']}'));

/** The most brackets that are open at once in a text of JSON. */
function depthOf(json: Uint8Array): number {
  let [depth, deepest, isInString] = [0, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (isInString && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isInString = !isInString;
    else if (!isInString && OPENING.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (!isInString && CLOSING.has(byte)) depth -= 1;
  }
  return deepest;
}

/** JSON-RPC 2.0 §5.1; other errors have a code of servers. */
const CODES: Partial<Record<ErrorKind, number>> = { malformed: -32_700, internal: -32_603 };
const CODE_OF_SERVER = -32_000;

/** An error before there is a message to answer. */
function representProblem(
  { status, kind, message, headers }: HttpError,
  { id }: { id: string | undefined },
): Representation {
  const error = { code: CODES[kind] ?? CODE_OF_SERVER, message, ...(id !== undefined && { data: { id } }) };
  return {
    status,
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: null, error }),
  };
}
