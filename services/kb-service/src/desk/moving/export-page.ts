import { securityHeaders } from '@guidepost/http';
import { createSemaphore } from '@guidepost/service-kit';
import { exportToArchive } from '../../archive/export/export-archive.ts';
import type { Context } from '../../context.ts';
import { recordEvents } from '../../tenants/audit.ts';
import { actorOf, type KbPage } from '../kb-tenant.ts';

/** Milliseconds: the snapshot keeps the database from cleaning up. */
const LONGEST_EXPORT = 1_800_000;

const HEADERS = Object.freeze({
  'Content-Type': 'application/zip',
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { sandbox: [] } }),
});

type Needs = Pick<Context, 'database' | 'imageStore' | 'logger'> & { background: Context['database'] };

/** A download of everything, which is made while it is sent, by whichever instance is asked. The audit says who. */
export function exportPage({ database, background, imageStore, logger }: Needs): KbPage {
  const permit = createSemaphore({
    permits: 2,
    timeout: 5_000,
    message: 'Too many knowledge bases are being exported at the moment.',
  });

  return {
    roles: ['owner', 'editor'],
    purpose: 'import',
    async post(call) {
      const { response } = call;
      const { id, key: host } = call.tenant;
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(LONGEST_EXPORT)]);
      const open = () =>
        response.writeHead(200, {
          ...HEADERS,
          'Content-Disposition': `attachment; filename="${nameOfExport(host)}"`,
        });
      try {
        await permit(async () => {
          const change = { id, host, actor: actorOf(call), action: 'export' };
          await database.tx('export', (transaction) => recordEvents(transaction, change, [{}]));
          await exportToArchive(background, { host, imageStore, signal, open });
        });
      } catch (error) {
        // A part of an archive must not look complete.
        if (!response.headersSent) throw error;
        if (!gone.signal.aborted) logger.warn({ err: error, host }, 'an export was cut off');
        response.destroy();
      }
      return 'sent';
    },
  };
}

/** Such as `help.example.com-2026-01-31.zip`. */
function nameOfExport(host: string): string {
  return `${host.replace(/[^a-z0-9.-]/g, '-')}-${new Date().toISOString().slice(0, 10)}.zip`;
}
