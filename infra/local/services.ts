import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { KNOWLEDGE_BASES, loadDemoContent } from './demo-content.ts';
import { loadDemoForums } from './demo-forums.ts';
import { metricsPortFor, type ServicePort } from './ports.ts';
import type { Settings } from './settings.ts';

export interface LocalService {
  name: string;
  /** Its entry point, from the repository's folder. */
  main: string;
  port: number;
  ports: ServicePort[];
  log: string;
  databaseName: string;
  /** The variable for its database URL. */
  databaseVariable: string;
  /** Replaces the embedded database. */
  databaseUrl?: string | undefined;
  /** Defaults that differ from the service's own. */
  defaults: Record<string, string>;
  environment?: Record<string, string>;
  prepare(databaseUrl: string, stop: AbortSignal): Promise<void>;
  /** A program that prints a link to the desk. */
  signInLink: string;
  pages: string[];
  examples: string[];
}

const SIGN_IN_LINK = 'infra/local/print-sign-in-link.ts';

export function localServices(settings: Settings): LocalService[] {
  const secret = randomBytes(32).toString('hex');
  const pairedWith = (port: number) => ({ PAIR_URL: addressOf(port), PAIR_SECRET: secret });
  return [
    knowledgeBaseService(settings, pairedWith(settings.FORUM_PORT)),
    forumService(settings, pairedWith(settings.KB_PORT)),
  ];
}

function knowledgeBaseService(
  { DATA_DIR, KB_PORT, KB_METRICS_PORT, KB_DATABASE_URL }: Settings,
  pairing: Record<string, string>,
): LocalService {
  const address = addressOf(KB_PORT);
  const knowledge = `${address}/knowledge/v1/help.example.com`;
  return {
    name: 'kb-service',
    main: 'services/kb-service/src/main.ts',
    port: KB_PORT,
    ports: listeningPorts('KB', KB_PORT, KB_METRICS_PORT),
    log: join(DATA_DIR, 'kb-service.log'),
    databaseName: 'kb',
    databaseVariable: 'KB_DATABASE_URL',
    databaseUrl: KB_DATABASE_URL,
    defaults: {
      PUBLIC_URL_TEMPLATE: `${address}/site/{host}/{kind}/{slug}`,
      SITE_DIRECTORY: 'on',
      ...pairing,
      // Passkeys belong to a name, not to an address.
      DESK_URL: `http://localhost:${KB_PORT}`,
      ...keptMail(DATA_DIR, 'kb-mail'),
      ...compileCache(DATA_DIR),
    },
    prepare: loadDemoContent,
    signInLink: SIGN_IN_LINK,
    pages: KNOWLEDGE_BASES.map(({ host }) => `${address}/site/${host}`),
    examples: [
      `${knowledge}/guides?fields[guide]=title,slug`,
      `${knowledge}/guides?include=categories,tags&page[size]=3`,
      `${knowledge}/guides?q=importing&fields[guide]=title`,
    ].map((url) => `curl -g -H 'Accept: application/vnd.api+json' '${url}'`),
  };
}

function forumService(
  { DATA_DIR, FORUM_PORT, FORUM_METRICS_PORT, FORUM_DATABASE_URL }: Settings,
  pairing: Record<string, string>,
): LocalService {
  const address = addressOf(FORUM_PORT);
  return {
    name: 'forum-service',
    main: 'services/forum-service/src/main.ts',
    port: FORUM_PORT,
    ports: listeningPorts('FORUM', FORUM_PORT, FORUM_METRICS_PORT),
    log: join(DATA_DIR, 'forum-service.log'),
    databaseName: 'forum',
    databaseVariable: 'FORUM_DATABASE_URL',
    databaseUrl: FORUM_DATABASE_URL,
    defaults: {
      PUBLIC_URL: address,
      SITE_DIRECTORY: 'on',
      ...pairing,
      FORUM_FILES_DIRECTORY: join(DATA_DIR, 'forum-files'),
      DESK_URL: `http://localhost:${FORUM_PORT}`,
      ...keptMail(DATA_DIR, 'forum-mail'),
      ...compileCache(DATA_DIR),
    },
    prepare: loadDemoForums,
    signInLink: SIGN_IN_LINK,
    pages: ['demo', 'demo-sv'].map((slug) => `${address}/forum/${slug}`),
    examples: [
      `curl '${address}/api/demo.json?limit=3'`,
      `curl '${address}/api/demo/questions,problems.xml?sort=-num_votes&limit=3'`,
      `curl '${address}/api/search/demo/battery%20winter.json'`,
      `curl -H 'Content-Type: application/json' -d '{"name":"Anna","useremail":"anna@example.com","topic":"Q","title":"Hello?","text":"Does it work?"}' '${address}/api/demo'`,
    ],
  };
}

function addressOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function listeningPorts(prefix: string, port: number, metricsPort: number | undefined): ServicePort[] {
  return [
    { variable: `${prefix}_PORT`, port },
    {
      variable: `${prefix}_METRICS_PORT`,
      port: metricsPort ?? metricsPortFor(port),
      derivedFrom: metricsPort === undefined ? port : undefined,
    },
  ];
}

/** Mail goes to a folder, and the desk shows it. */
function keptMail(dataDirectory: string, name: string): Record<string, string> {
  return { MAIL_OUTBOX: join(dataDirectory, name), MAIL_OUTBOX_PAGE: 'on' };
}

/** Cached compilation makes the next start faster and saves 25 MB. */
function compileCache(dataDirectory: string): { NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: join(dataDirectory, 'compile-cache') };
}
