/**
 * Aborts when we are asked to stop: by Ctrl-C, by TERM, by the terminal that closes, or by the end of infra/local/npm.mjs,
 * which holds the other end of our channel. Asking again changes nothing: Ctrl-C comes twice, once from the terminal
 * and once through npm.mjs.
 */
export function stopRequest(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.on('disconnect', stop);
  process.channel?.unref();
  // Whoever read our output may be gone before we are.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return controller.signal;
}
