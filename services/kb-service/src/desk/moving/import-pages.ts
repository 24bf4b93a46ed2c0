import { type FormCall, pathId, refusalOf, scriptAnswer, type View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import {
  type Decision,
  decide,
  findJob,
  type ImportJob,
  listJobs,
  type ReportedJob,
} from '../../archive/jobs/import-jobs.ts';
import { LISTS_WITH_REASONS, REPORT_LISTS } from '../../archive/jobs/import-report.ts';
import type { Context } from '../../context.ts';
import { actorOf, type KbCall, type KbEndpoint, type KbPage } from '../kb-tenant.ts';
import { receiveUpload } from './receive-upload.ts';
import { NO_CENTRE, readCentre, typedCentre, VENDOR_CHOICES } from './typed-centre.ts';

const ROLES = ['owner', 'editor'] as const;

const PATH = '/structure/import';

const MEGABYTE = 1_000_000;

/** Items of a list on a page. */
const SHOWN = 50;

const UNDER_WAY: readonly string[] = ['fetching', 'checking', 'wanted', 'importing', 'stopping'];

const NOTICES: Readonly<Record<Decision, string | undefined>> = {
  import: undefined,
  discard: 'noticeImportDiscarded',
  stop: 'noticeImportStopping',
};

type Needs = Pick<Context, 'database' | 'imports' | 'config'>;

/** Uploading or fetching what is imported, the dry run, the decision, and reports. */
export function importPages({ database, imports, config }: Needs): Record<string, KbPage> {
  const maximumBytes = config.KB_IMPORT_SIZE * MEGABYTE;

  async function show(call: KbCall, content: object = {}): Promise<View> {
    return {
      template: 'moving/import',
      title: call.phrasing.words.moving.both,
      section: 'structure',
      content: {
        jobs: await listJobs(database, call.tenant.id),
        here: `${call.base}${PATH}`,
        megabytes: config.KB_IMPORT_SIZE,
        vendors: VENDOR_CHOICES,
        centre: NO_CENTRE,
        wrong: {},
        problem: undefined,
        ...content,
      },
    };
  }

  async function refuse(call: KbCall, error: unknown, typed: object = {}): Promise<View> {
    const { status, headers, wrong, problem } = refusalOf(error, call.phrasing);
    return { ...(await show(call, { ...typed, wrong, problem })), status, headers };
  }

  return {
    [PATH]: {
      roles: ROLES,
      purpose: 'import',
      read: (call) => show(call),
      receive: (visit) => receiveUpload(visit, { maximumBytes, makeFolder: imports.makeFolder }),
      async post(call) {
        try {
          return { seeOther: `${call.base}${PATH}/${await begin(call)}` };
        } catch (error) {
          await call.upload?.discard();
          return refuse(call, error);
        }
      },
    },
    [`${PATH}/fetch`]: {
      roles: ROLES,
      purpose: 'import',
      async post(call) {
        try {
          const job = await imports.beginFetch(actorOf(call), readCentre(call));
          return { seeOther: `${call.base}${PATH}/${job}` };
        } catch (error) {
          return refuse(call, error, { centre: typedCentre(call) });
        }
      },
    },
    [`${PATH}/:job`]: {
      roles: ROLES,
      purpose: 'import',
      read: async (call) => jobView(call, await findJob(database, keyOf(call))),
      async post(call) {
        const decision = call.form.first('action') ?? '';
        if (!isDecision(decision)) throw new AppError('invalid', `There is no action "${decision}".`);
        const key = keyOf(call);
        await decide(database, actorOf(call), { ...key, decision });
        return { seeOther: `${call.base}${PATH}/${key.id}`, notice: NOTICES[decision] };
      },
    },
    [`${PATH}/:job/links`]: {
      roles: ROLES,
      purpose: 'import',
      async read(call) {
        const { id, file_name, report } = await findJob(database, keyOf(call));
        const { toMend } = call.phrasing.words.moving;
        return {
          template: 'moving/links',
          title: toMend,
          section: 'structure',
          content: {
            name: file_name,
            here: `${call.base}${PATH}/${id}`,
            toMend: report?.toMend ?? { total: 0, items: [] },
          },
        };
      },
    },
    [`${PATH}/:job/report`]: {
      roles: ROLES,
      purpose: 'import',
      async read(call) {
        const { id, report } = await findJob(database, keyOf(call));
        if (!report) throw new AppError('not-found', 'There is no report yet.');
        const answer = scriptAnswer(200, report.document);
        const headers = {
          ...answer.headers,
          'Content-Disposition': `attachment; filename="import-${id}.json"`,
        };
        return { ...answer, headers };
      },
    },
  };

  function begin(call: FormCall<KbCall>): Promise<number> {
    const { upload, tenant } = call;
    if (!upload)
      throw new AppError('invalid', 'Choose a file.', { fields: { file: [''] }, reason: 'importFileRule' });
    return imports.begin(actorOf(call), { ...upload, knowledgeBaseId: tenant.id, host: tenant.key });
  }
}

/** How far an import is, for the script that shows it. */
export function importProgress({ database }: Pick<Needs, 'database'>): KbEndpoint {
  return {
    roles: ROLES,
    purpose: 'import',
    async get(call) {
      const { state, fetched, files, guides_read, guides } = await findJob(database, keyOf(call));
      return scriptAnswer(200, { state, fetched, files, guidesRead: guides_read, guides });
    },
  };
}

function jobView({ base, phrasing: { words, language } }: KbCall, job: ReportedJob): View {
  const { report } = job;
  const lists = REPORT_LISTS.flatMap((name) => {
    const list = report?.lists[name];
    if (!list) return [];
    const hasReasons = LISTS_WITH_REASONS.includes(name);
    return [{ name, total: list.total, items: list.items.slice(0, SHOWN), hasReasons }];
  });
  const problems: Readonly<Record<string, string>> = words.moving.problems;
  return {
    template: 'moving/job',
    title: `${words.moving.heading}: ${job.file_name}`,
    section: 'structure',
    content: {
      job,
      here: `${base}${PATH}/${job.id}`,
      problem: problems[job.problem_reason ?? ''],
      isUnderWay: UNDER_WAY.includes(job.state),
      report,
      number: new Intl.NumberFormat(language),
      rows: report ? rowsOf(words, report) : [],
      lists,
      isInEnglish: language !== 'en' && lists.some(({ hasReasons }) => hasReasons),
    },
  };
}

function rowsOf(words: KbCall['phrasing']['words'], report: NonNullable<ReportedJob['report']>) {
  const { guides, translations, categories, tags, addresses, files } = report;
  return [
    { name: words.guides, ...guides },
    ...(translations ? [{ name: words.moving.translations, ...translations }] : []),
    { name: words.categories, ...categories },
    { name: words.moving.tags, ...tags },
    { name: words.oldAddresses, ...addresses },
    { name: words.moving.files, created: files },
  ];
}

function keyOf({ tenant, path }: KbCall): { knowledgeBaseId: number } & Pick<ImportJob, 'id'> {
  return { knowledgeBaseId: tenant.id, id: pathId(path, 'job') };
}

function isDecision(name: string): name is Decision {
  return Object.hasOwn(NOTICES, name);
}
