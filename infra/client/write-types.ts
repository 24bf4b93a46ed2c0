import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenApiDocument, Operation } from '@guidepost/openapi';
import { readConfig as readForumConfig } from '../../services/forum-service/src/config.ts';
import { createContext as createForumContext } from '../../services/forum-service/src/context.ts';
import { createOpenApiDocument as describeForums } from '../../services/forum-service/src/http/openapi/openapi-document.ts';
import { createRoutes } from '../../services/forum-service/src/http/routes.ts';
import { readConfig as readKbConfig } from '../../services/kb-service/src/config.ts';
import { createContext as createKbContext } from '../../services/kb-service/src/context.ts';
import { createApis } from '../../services/kb-service/src/http/api.ts';
import { createOpenApiDocument as describeKnowledgeBases } from '../../services/kb-service/src/http/openapi/openapi-document.ts';
import { readCommandLine } from '../local/command-line.ts';
import { ROOT } from '../local/settings.ts';

const execute = promisify(execFile);

const PACKAGE = join(ROOT, 'packages/client');

export const GENERATED = join(PACKAGE, 'src/generated');

/** Contexts connect when they are used, and documents do not use them. */
const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/none';

/** The operations that the client calls, by method; others would only make the package larger. */
const CALLED: Readonly<Record<string, RegExp>> = {
  'knowledge-base get':
    /^\/jsonapi\/knowledge\/v1\/\{host\}(\/(guides|categories|tags)(\/\{id\}|\/slug\/\{slug\})?)?$/,
  'knowledge-base post': /^\/jsonapi\/.*\/(up|down)vote$/,
  'forum get':
    /^\/api\/(\{slug\}|popular\/\{slug\})(\/\{topics\})?\.json$|^\/api\/(dialog|comment|search|tag|taglist|properties)\/.*\.json$/,
  'forum post': /^\/api\/((comment|vote|report-dialog|report-comment)\/\{slug\}\/\{id\}|\{slug\})$/,
};

/** Parameters that the client sets by itself, or does not offer. */
const OWN_PARAMETERS = /\/(callback|key|if-none-match)$/;

const REFERENCE = /"#\/components\/(\w+)\/([^"]+)"/g;

type Json = Record<string, unknown>;

/** Writes the types of both services' answers, from their own OpenAPI documents, into a folder. */
export async function writeTypes(folder: string): Promise<void> {
  const documents = await mkdtemp(join(tmpdir(), 'guidepost-types-'));
  await mkdir(folder, { recursive: true });
  try {
    const described = Object.entries(await describeServices(join(documents, 'files')));
    await Promise.all(
      described.map(async ([name, document]) => {
        const file = join(documents, `${name}.json`);
        await writeFile(file, JSON.stringify(whatIsCalled(name, document)));
        const program = join(PACKAGE, 'node_modules/.bin/openapi-typescript');
        await execute(program, [file, '--output', join(folder, `${name}.ts`)]);
      }),
    );
  } finally {
    await rm(documents, { recursive: true });
  }
}

async function describeServices(files: string): Promise<Record<string, OpenApiDocument>> {
  const quiet = { LOG_LEVEL: 'silent' };
  const kb = createKbContext(readKbConfig({ KB_DATABASE_URL: NO_DATABASE, ...quiet }));
  const settings = { FORUM_DATABASE_URL: NO_DATABASE, FORUM_FILES_DIRECTORY: files, ...quiet };
  const forum = createForumContext(readForumConfig(settings));
  const documents = {
    'knowledge-base': describeKnowledgeBases(createApis(kb)),
    forum: describeForums(createRoutes(forum)),
  };
  await Promise.all([kb.close(), forum.close()]);
  return documents;
}

function whatIsCalled(name: string, { openapi, info, paths, components }: OpenApiDocument): Json {
  const called = Object.entries(paths).flatMap(([path, item]) => {
    const operations = Object.entries(item).filter(([method]) => CALLED[`${name} ${method}`]?.test(path));
    const trimmed = operations.map(([method, operation]) => [method, trim(operation as Operation)]);
    return trimmed.length > 0 ? [[path, Object.fromEntries(trimmed)]] : [];
  });
  const used = Object.fromEntries(called);
  return {
    openapi,
    info,
    paths: used,
    components: whatIsReferenced(used, components),
  };
}

/** An operation with the bodies that the client reads and writes; errors are of one class for all. */
function trim({ parameters = [], requestBody, responses, ...operation }: Operation): Json {
  const good = Object.entries(responses).filter(([status]) => status < '300');
  const { summary, description } = operation;
  return {
    summary,
    description,
    parameters: parameters.filter((parameter) => !OWN_PARAMETERS.test(Object(parameter).$ref ?? '')),
    ...(requestBody && { requestBody: asJson(requestBody) }),
    responses: Object.fromEntries(good.map(([status, response]) => [status, asJson(response)])),
  };
}

/** Without the other formats; all other answers are plain text. */
function asJson(body: object): Json {
  const { headers, content = {}, ...rest } = body as { headers?: unknown; content?: Json };
  const json = Object.entries(content).filter(([type]) => type.endsWith('json'));
  return { ...rest, content: json.length > 0 ? Object.fromEntries(json) : content };
}

/** The components that a value refers to, and those that they refer to. */
function whatIsReferenced(value: unknown, components: Record<string, Json>): Record<string, Json> {
  const found: Record<string, Json> = {};
  const add = (from: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(from).matchAll(REFERENCE)) {
      found[kind] ??= {};
      if (name in found[kind]) continue;
      found[kind][name] = components[kind]?.[name];
      add(found[kind][name]);
    }
  };
  add(value);
  return found;
}

const USAGE = `Usage: npm run client:types

Writes the types of packages/client from the OpenAPI documents of both services.`;

if (import.meta.main) {
  readCommandLine(USAGE, { most: 0 });
  await writeTypes(GENERATED);
}
