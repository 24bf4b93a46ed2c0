// `npm start` and `npm test`, in plain JavaScript for Node.js 18 or newer: installs dependencies, then runs a script
// with the pinned Node.js.
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
  // The channel is silent: its end tells the script that we have ended, even by SIGKILL.
  return run(NODE, ['--conditions=source', script, ...scriptArguments], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/** Installs unless nothing has changed, which takes milliseconds to check and no network. */
async function install() {
  if (existsSync(NODE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted()) return 0;
  const frozen = process.env.CI === 'true' ? ['--frozen-lockfile'] : [];
  // Errors only: npm has already warned about the configuration, and npx would warn about pnpm's.
  const install = ['--yes', '--loglevel=error', PNPM, 'install', ...frozen];
  // Its own process group, since npx does not forward signals.
  const code = await run('npx', install, { stdio: 'inherit', detached: true });
  if (code === 0) writeFileSync(STAMP, wanted());
  else
    console.error(`The dependencies could not be installed (npx ${PNPM} install ended with code ${code}).`);
  return code;
}

/** A hash of everything that determines the installation, including the platform. */
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

/** Calls `stop` on a signal, or when our parent has ended: npm only signals its shell. Returns a stopper. */
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
