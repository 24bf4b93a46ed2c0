/**
 * Preloaded (`--import`) into a process that is measured, and plain JavaScript, since reading TypeScript takes some
 * 30 MB that are not that process's own. Answers each message of its parent with the CPU time
 * it has used and the memory that it holds.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() });
});
process.channel?.unref();
