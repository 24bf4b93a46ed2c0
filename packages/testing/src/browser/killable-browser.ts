import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findChromium } from '@guidepost/local-servers/testing';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** A Chromium that can end as if the power had failed. */
export interface KillableBrowser {
  context: BrowserContext;
  /** Ends all of its processes at once, if they have not ended yet. */
  kill(): Promise<void>;
}

const ADDRESS = /DevTools listening on (ws:\S+)/;

/** @param profile the folder with what the browser keeps */
export async function openKillableBrowser(profile: string): Promise<KillableBrowser> {
  const options = [
    '--headless=new',
    '--no-sandbox',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  // A process group of its own.
  const child = spawn(findChromium() ?? 'chromium', options, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const address = await findAddress(child.stderr);
  child.stderr.resume();
  const browser = await connect(address);
  const [context] = browser.contexts();
  if (!context || child.pid === undefined) throw new Error('Chromium has no window.');
  const group = -child.pid;
  return {
    context,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) process.kill(group, 'SIGKILL');
      await ended;
    },
  };
}

/** A browser that starts beside many others may leave its first connection without an answer. */
async function connect(address: string): Promise<Browser> {
  const options = { timeout: 15_000 };
  return chromium.connectOverCDP(address, options).catch(() => chromium.connectOverCDP(address, options));
}

async function findAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = ADDRESS.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('Chromium did not start.');
}
