// `npm start` and `npm test` on a machine that has Node.js and npm alone: plain JavaScript for whatever Node.js that
// is (18 or newer). Installs what is missing, then hands over to the Node.js that the lock file pins.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PNPM = 'pnpm@12.21.0';
const SCRIPTS = { start: 'infra/local/start.ts', test: 'infra/checks/run.ts' };
const NODE = `${ROOT}node_modules/.bin/node`;
const STAMP = `${ROOT}node_modules/.guidepost-installed`;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MILLISECONDS = 250;

process.exitCode = await main(process.argv[2], process.argv.slice(3));

async function main(command, scriptArguments) {
  if (process.platform === 'win32') {
    console.error('Guidepost runs on Linux and macOS; on Windows use WSL: https://aka.ms/wsl');
    return 1;
  }
  const script = SCRIPTS[command];
  if (!script) {
    console.error(`usage: node infra/local/npm.mjs ${Object.keys(SCRIPTS).join('|')}`);
    return 2;
  }
  const installed = await install();
  if (installed !== 0) return installed;
  // The channel carries nothing: its end tells the script that we are gone, even after a kill -9.
  return run(NODE, ['--conditions=source', script, ...scriptArguments], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/** Installs unless nothing has changed since the last time; that check takes milliseconds and no network. */
async function install() {
  if (existsSync(NODE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted()) return 0;
  const frozen = process.env.CI === 'true' ? ['--frozen-lockfile'] : [];
  // Errors only: npm has complained of the configuration already, and npx would complain of pnpm's, too.
  const install = ['--yes', '--loglevel=error', PNPM, 'install', ...frozen];
  // A process group of its own, since npx passes no signal on to what it started.
  const code = await run('npx', install, { stdio: 'inherit', detached: true });
  if (code === 0) writeFileSync(STAMP, wanted());
  else
    console.error(`The dependencies could not be installed (npx ${PNPM} install ended with code ${code}).`);
  return code;
}

/** A hash of everything that says what must be installed, and for which platform. */
function wanted() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const folders = ['packages', 'services'].flatMap((parent) =>
    readdirSync(ROOT + parent).map((name) => `${parent}/${name}/`),
  );
  const manifests = ['', ...folders.sort()].map((folder) => `${folder}package.json`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]) {
    if (existsSync(ROOT + file)) hash.update(`\n${file}\n`).update(readFileSync(ROOT + file));
  }
  return hash.digest('hex');
}

/** Runs a command to its end, passing signals on; resolves with its exit code. */
function run(command, commandArguments, options) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, { cwd: ROOT, ...options });
    const passOn = (signal) =>
      options.detached && child.pid ? process.kill(-child.pid, signal) : child.kill(signal);
    const ignore = onStopRequest(passOn);
    child.on('error', (error) => {
      console.error(`${command} does not start: ${error.message}`);
      ignore();
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      ignore();
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/**
 * Calls `stop` with the signal that asks us to stop, or with SIGTERM once our parent is gone: npm sends a TERM to the
 * shell that it runs us in, and there it ends. Returns a function that ends the watch.
 */
function onStopRequest(stop) {
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, PARENT_CHECK_MILLISECONDS);
  return () => {
    clearInterval(watch);
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  };
}
