import { readFileSync } from 'node:fs';

/**
 * Preloaded (`--import`) into a process that is measured: answers each message of its parent with the memory that the
 * process holds and has held at most, in bytes, and says it once more when it ends. Plain JavaScript, since reading
 * TypeScript takes 30 MB of its own.
 */
process.on('message', () => process.send?.(memory()));
process.on('exit', () => process.send?.(memory()));
process.channel?.unref();

function memory() {
  return { residentBytes: process.memoryUsage.rss(), peakBytes: peakKilobytes() * 1_024 };
}

/** On Linux from the process's own pages: `maxRSS` begins with those of the process that started it. */
function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
