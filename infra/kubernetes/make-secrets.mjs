// Prints the Secrets of infra/kubernetes for `kubectl apply --filename -`, from a file that infra/docker/make-env.mjs
// made (docs/kubernetes.md). Dependency-free JavaScript for Node.js 20.12 or newer.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const SERVICES = { kb: 'KB', forum: 'FORUM' };

/** Where each service finds the other one. */
const PAIR_URLS = { kb: 'http://forum:4020', forum: 'http://kb:4010' };

/** Given by the operator, with the service's prefix for one of them. */
const OPTIONAL = [
  'MAIL_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'OIDC_CLIENT_SECRET',
  'EMBEDDINGS_KEY',
  'KB_API_KEY',
];

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Usage: make-secrets.mjs <file of infra/docker/make-env.mjs>');
  process.exit(2);
}
const values = parseEnv(readFileSync(file, 'utf8'));
const secrets = Object.entries(SERVICES).flatMap(([name, prefix]) => secretsOf(name, prefix));
const items = [...secrets, databaseServer(), searchServer()];
console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 2));

function secretsOf(name, prefix) {
  const url = `${prefix}_DATABASE_URL`;
  const optional = OPTIONAL.map((key) => [key, values[`${prefix}_${key}`] ?? values[key]]);
  return [
    secret(name, {
      [url]: values[url] ?? inCluster(name, name, values[`${prefix}_PASSWORD`]),
      [`${prefix}_DATABASE_LISTEN_URL`]: values[`${prefix}_DATABASE_LISTEN_URL`],
      [`${prefix}_SECRET`]: values[`${prefix}_SECRET`],
      MEILI_KEY: values[`${prefix}_MEILI_KEY`],
      ...(values.PAIR_SECRET && { PAIR_URL: PAIR_URLS[name], PAIR_SECRET: values.PAIR_SECRET }),
      ...Object.fromEntries(optional),
    }),
    secret(`${name}-owner`, {
      [url]:
        values[`${prefix}_OWNER_DATABASE_URL`] ??
        inCluster(name, `${name}_owner`, values[`${prefix}_OWNER_PASSWORD`]),
    }),
  ];
}

function inCluster(database, role, password) {
  return `postgres://${role}:${password}@postgres:5432/${database}`;
}

/** The secrets of the overlay `small`. */
function databaseServer() {
  const keys = [
    'POSTGRES_PASSWORD',
    'KB_OWNER_PASSWORD',
    'KB_PASSWORD',
    'FORUM_OWNER_PASSWORD',
    'FORUM_PASSWORD',
  ];
  return secret('postgres', pick(keys));
}

function searchServer() {
  return secret('meilisearch', pick(['MEILI_MASTER_KEY', 'KB_MEILI_KEY_UID', 'FORUM_MEILI_KEY_UID']));
}

function pick(keys) {
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}

/** Without what is not given. */
function secret(name, data) {
  const stringData = Object.fromEntries(Object.entries(data).filter(([, value]) => value));
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'guidepost' },
    type: 'Opaque',
    stringData,
  };
}
