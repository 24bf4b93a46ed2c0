import { pathId } from '@guidepost/desk';
import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { isPermitted } from '../../model/permissions.ts';
import { readForEditing } from '../../writing/drafts/read-for-editing.ts';
import { compareVersions } from '../../writing/versions/compare-versions.ts';
import { republishVersion } from '../../writing/versions/restore-version.ts';
import { listVersions, readVersion } from '../../writing/versions/versions.ts';
import { actorOf, guideCallOf, type KbPage } from '../kb-tenant.ts';

const PAGE = 50;

/** The published versions of a guide: what changed in each, and a way back. */
export function historyPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  return {
    '/guides/:guide/history': {
      async read(call) {
        const { tenant, guideId, here, query, phrasing } = guideCallOf(call);
        const guide = { host: tenant.key, guideId };
        const { title } = await readForEditing(database, guide);
        const before = parseId(query.first('before') ?? '');
        const versions = await listVersions(database, { ...guide, before, limit: PAGE });
        const last = versions.length === PAGE ? versions.at(-1) : undefined;
        return {
          template: 'history/history',
          title: phrasing.words.history,
          section: 'guides',
          content: {
            guideTitle: title,
            here,
            versions,
            older: last && `${here}/history?before=${last.number}`,
          },
        };
      },
    },
    '/guides/:guide/history/:version': {
      async read(call) {
        const { tenant, guideId, here, path, phrasing } = guideCallOf(call);
        const number = pathId(path, 'version');
        const guide = { host: tenant.key, guideId };
        const version = await readVersion(database, { ...guide, number });
        const editable = await readForEditing(database, guide);
        const to = editable.published ? 'published' : 'draft';
        return {
          template: 'history/version',
          title: phrasing.words.compare,
          section: 'guides',
          content: {
            guideTitle: editable.title,
            here,
            version,
            comparison: await compareVersions(database, { ...guide, from: number, to }),
            mayRestore: isPermitted(actorOf(call), 'guide publish'),
          },
        };
      },
      async post(call) {
        const { tenant, guideId, here, path } = guideCallOf(call);
        const number = pathId(path, 'version');
        await republishVersion(database, actorOf(call), { host: tenant.key, guideId, number });
        return { seeOther: here, notice: 'noticeRestored' };
      },
    },
  };
}
