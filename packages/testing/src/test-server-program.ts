import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@guidepost/postgres/embedded';

// Owns the PostgreSQL of one test run, until the process that started this one disconnects or dies.
const disconnected = once(process, 'disconnect');
const folder = await mkdtemp(join(tmpdir(), 'guidepost-test-'));
try {
  // Where root cannot have a user namespace, PostgreSQL runs as another account, which must get through here.
  await chmod(folder, 0o711);
  const server = await startEmbedded({ directory: join(folder, 'postgres'), durable: false });
  process.send?.(server.url('postgres'));
  await disconnected;
  // Killed workers may still seem to be connected, and nobody else has a say.
  process.kill(server.processId, 'SIGINT');
  await server.release();
} finally {
  await rm(folder, { recursive: true, force: true });
}
