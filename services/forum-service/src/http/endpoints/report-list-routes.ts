import type { Parameter } from '@guidepost/http';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { findReport, listReportSlice, resolveReports } from '../../moderation/reports.ts';
import { REPORT_CHANGES } from '../../posts/change-fields.ts';
import { readFields } from '../../posts/validate-fields.ts';
import type { Call, Read, Routes } from '../endpoint.ts';
import type { ResourceRecord } from '../formats/record.ts';
import { listParameters, readParameters, sliceOf } from '../parameters.ts';
import { reportRecord } from '../records.ts';
import { moderationOf } from './dialog-changes-routes.ts';

type Reading = Pick<Context, 'database'>;

const INCLUDE: Parameter = {
  name: 'include',
  description: '`all` includes resolved reports.',
  schema: { type: 'string', enum: ['all'] },
};

/** Reports of posts, for programs with a key that may write. */
export function reportListRoutes(context: Reading): Routes {
  const { database } = context;
  return {
    '/reports/:slug': {
      get: {
        summary: 'Open reports of dialogs and comments, newest first',
        parameters: listParameters([INCLUDE]),
        answer: { record: 'Report', list: 'slice' },
        requiresKey: true,
        scope: 'write',
        handle: (read) => reportList(context, read),
      },
    },
    '/reports/:slug/:id': {
      get: {
        summary: 'One report',
        parameters: readParameters(),
        answer: { record: 'Report' },
        requiresKey: true,
        scope: 'write',
        handle: async (read) => ({ content: await requireReport(context, read) }),
      },
      patch: {
        summary: 'Resolve a report',
        fields: REPORT_CHANGES,
        record: 'Report',
        async handle(write) {
          const { resolved } = readFields(REPORT_CHANGES, write);
          const report = await requireReport(context, write);
          if (!resolved && report.resolved)
            throw new AppError('conflict', 'A report cannot be opened again.');
          if (resolved)
            await resolveReports(database, moderationOf(write, 'reports resolve'), [Number(report.id)]);
          return requireReport(context, write);
        },
      },
    },
  };
}

async function reportList({ database }: Reading, read: Read) {
  const { forum, parameters } = read;
  const includeResolved = parameters.text('include') === 'all';
  const slice = { forumId: forum.id, includeResolved, ...sliceOf(parameters) };
  const { total, rows } = await listReportSlice(database, slice);
  return { total, content: rows.map((row) => reportRecord(row, read)) };
}

async function requireReport({ database }: Reading, call: Call): Promise<ResourceRecord> {
  const id = parseId(call.path.id);
  const report = id === undefined ? undefined : await findReport(database, call.forum.id, id);
  if (!report) throw new AppError('not-found', 'There is no such report.');
  return reportRecord(report, call);
}
