import { readFileSync } from 'node:fs';

/**
 * Preloaded (`--import`) into a measured process: reports current and peak memory in bytes, on each message and at
 * exit. With `--expose-gc`, after collecting garbage. In JavaScript, since reading TypeScript takes 30 MB.
 */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(memory());
});
process.on('exit', () => process.send?.(memory()));
process.channel?.unref();

function memory() {
  const { rss, heapUsed } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed, peakBytes: peakKilobytes() * 1_024 };
}

/** From /proc on Linux: `maxRSS` includes the parent's at the fork. */
function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
