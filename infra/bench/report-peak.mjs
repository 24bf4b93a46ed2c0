import { readFileSync } from 'node:fs';

/**
 * Preloaded into a command that is measured: tells its parent at the end how much memory it held at most, in bytes. On
 * Linux by its own pages, since `maxRSS` begins with those of the process that started it.
 */
process.on('exit', () => process.send?.(peakKilobytes() * 1_024));
process.channel?.unref();

function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
