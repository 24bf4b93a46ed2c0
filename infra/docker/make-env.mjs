// Creates or completes `.env` with the secrets for docker-compose.yml (docs/docker.md). Dependency-free JavaScript for
// Node.js 20.12 or newer.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const HEADER =
  '# The secrets of Guidepost, made by infra/docker/make-env.mjs. Keep a copy where backups are kept.\n';
const SERVICES = ['KB', 'FORUM'];

const SECRETS = {
  POSTGRES_PASSWORD: randomSecret,
  MEILI_MASTER_KEY: randomSecret,
  OBJECTS_SECRET: randomSecret,
  PAIR_SECRET: randomSecret,
  ...Object.assign({}, ...SERVICES.map(secretsOf)),
};

/** Defaults for new files; values that were emptied stay empty. */
const CHOICES = { COMPOSE_PROFILES: 'search' };

process.exitCode = main(process.argv[2] ?? fileURLToPath(new URL('../../.env', import.meta.url)));

function secretsOf(service) {
  return {
    [`${service}_OWNER_PASSWORD`]: randomSecret,
    [`${service}_PASSWORD`]: randomSecret,
    [`${service}_SECRET`]: randomSecret,
    [`${service}_MEILI_KEY_UID`]: randomUUID,
    [`${service}_MEILI_KEY`]: (values) => meilisearchKey(values, service),
  };
}

function randomSecret() {
  return randomBytes(32).toString('hex');
}

/** The key that Meilisearch derives from this uid. */
function meilisearchKey(values, service) {
  return createHmac('sha256', values.MEILI_MASTER_KEY)
    .update(values[`${service}_MEILI_KEY_UID`])
    .digest('hex');
}

function main(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const values = parseEnv(text);
  const missing = Object.keys(SECRETS).filter((name) => !values[name]);
  for (const name of missing) values[name] = SECRETS[name](values);
  const odd = SERVICES.find((service) => values[`${service}_MEILI_KEY`] !== meilisearchKey(values, service));
  if (odd) {
    console.error(
      `${odd}_MEILI_KEY belongs to another ${odd}_MEILI_KEY_UID or MEILI_MASTER_KEY. Remove its line.`,
    );
    return 1;
  }
  for (const name of Object.keys(CHOICES)) values[name] ??= CHOICES[name];
  const added = [...missing, ...Object.keys(CHOICES).filter((name) => !(name in parseEnv(text)))];
  const lines = added.map((name) => `${name}=${values[name]}\n`);
  appendFileSync(file, beginning(text) + lines.join(''), { mode: 0o600 });
  chmodSync(file, 0o600);
  console.log(
    `${file}: ${missing.length} secrets created, ${Object.keys(SECRETS).length - missing.length} kept`,
  );
  return 0;
}

/** Separates existing text from a new line. */
function beginning(text) {
  if (text === '') return HEADER;
  return text.endsWith('\n') ? '' : '\n';
}
