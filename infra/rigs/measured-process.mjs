import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Preloaded (`--import`) into a measured process: reports its load or its memory in bytes when asked, and its memory at
 * exit. With `--expose-gc`, after collecting garbage. In JavaScript, since reading TypeScript takes 30 MB.
 */
process.on('message', (question) => {
  if (question === 'load') return process.send?.(load());
  globalThis.gc?.();
  process.send?.(memory());
});
process.on('exit', () => process.send?.(memory()));
process.channel?.unref();

const delays = monitorEventLoopDelay({ resolution: 1 });
let cpuBefore = process.cpuUsage();

function load() {
  const { user, system } = process.cpuUsage(cpuBefore);
  const longestStall = delays.max / 1e6;
  cpuBefore = process.cpuUsage();
  delays.reset();
  delays.enable();
  return { cpuMilliseconds: (user + system) / 1e3, longestStall };
}

function memory() {
  const { rss, heapUsed } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed, peakBytes: peakKilobytes() * 1_024 };
}

/** From /proc on Linux: `maxRSS` includes the parent's at the fork. */
function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
