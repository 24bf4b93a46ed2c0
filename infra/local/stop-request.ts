/**
 * Aborts on Ctrl-C, SIGTERM, a closed terminal, or the end of infra/local/npm.mjs, which holds the other end of our
 * channel. Further requests are ignored: Ctrl-C arrives twice, from the terminal and through npm.mjs.
 */
export function stopRequest(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.on('disconnect', stop);
  process.channel?.unref();
  // The reader of our output may have ended before us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return controller.signal;
}
