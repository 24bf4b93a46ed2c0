/** Preloaded into a command that is measured: tells its parent at the end how much memory it held at most, in bytes. */
process.on('exit', () => process.send?.(process.resourceUsage().maxRSS * 1_024));
process.channel?.unref();
