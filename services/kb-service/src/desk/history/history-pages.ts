import { pathId, type View } from '@guidepost/desk';
import { fill } from '@guidepost/i18n';
import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { type EditableGuide, readForEditing } from '../../writing/drafts/read-for-editing.ts';
import { type ComparedVersion, compareVersions } from '../../writing/versions/compare-versions.ts';
import { type RestoredDraft, restoreVersion } from '../../writing/versions/restore-version.ts';
import { type ListedVersion, listVersions } from '../../writing/versions/versions.ts';
import { mayChange } from '../desk-permissions.ts';
import { actorOf, type GuideCall, guideCallOf, type KbPage } from '../kb-tenant.ts';
import { showComparison } from '../preview/preview-pages.ts';

const PAGE = 50;

/** The latest versions to choose from. */
const MOST_CHOICES = 500;

interface Compared {
  from: ComparedVersion;
  to: ComparedVersion;
}

interface Choice {
  editable: EditableGuide;
  /** Undefined for what has not been chosen. */
  from?: ComparedVersion | undefined;
  to?: ComparedVersion | undefined;
}

/** The versions of a guide: what changed from one to another, and a way back. */
export function historyPages(context: Pick<Context, 'database'>): Record<string, KbPage> {
  const { database } = context;
  return {
    '/guides/:guide/history': {
      async read(call) {
        const { tenant, guideId, here, query, phrasing } = guideCallOf(call);
        const guide = { host: tenant.key, guideId };
        const editable = await readForEditing(database, guide);
        const before = parseId(query.first('before') ?? '');
        const versions = await listVersions(database, { ...guide, before, limit: PAGE });
        const last = versions.length === PAGE ? versions.at(-1) : undefined;
        return {
          template: 'history/history',
          title: phrasing.words.history,
          section: 'guides',
          content: {
            ...(await choiceOf(context, guideCallOf(call), { editable })),
            guideTitle: editable.title,
            here,
            versions,
            older: last && `${here}/history?before=${last.number}`,
          },
        };
      },
    },
    // Before the page of a version, whose address has a number there.
    '/guides/:guide/history/compare': {
      read: (call) => comparisonView(context, guideCallOf(call)),
    },
    '/guides/:guide/history/:version': {
      read: (call) => comparisonView(context, guideCallOf(call), pathId(call.path, 'version')),
      async post(call) {
        const { tenant, guideId, here, path, phrasing } = guideCallOf(call);
        const number = pathId(path, 'version');
        const restored = await restoreVersion(database, actorOf(call), { host: tenant.key, guideId, number });
        const isKept = restored.formerDraft !== undefined;
        return {
          seeOther: here,
          notice: isKept ? 'noticeRestoredOver' : 'noticeRestored',
          values: { date: phrasing.date(restored.publishedAt) },
          undo: undoOf(here, restored),
        };
      },
    },
  };
}

/** Back to the draft before, or to none. */
function undoOf(here: string, { hadDraft, formerDraft, revision }: RestoredDraft) {
  if (formerDraft !== undefined) return { action: `${here}/history/${formerDraft}`, fields: {} };
  return hadDraft ? undefined : { action: `${here}/discard`, fields: { revision: String(revision) } };
}

/** @param number a version that is compared with the current one */
async function comparisonView(
  { database }: Pick<Context, 'database'>,
  call: GuideCall,
  number?: number,
): Promise<View> {
  const { tenant, guideId, here, query, phrasing } = call;
  const guide = { host: tenant.key, guideId };
  const editable = await readForEditing(database, guide);
  const from = number ?? versionIn(query.first('from'));
  const to = versionIn(query.first('to'));
  const choice = await choiceOf({ database }, call, { editable, from, to });
  const comparison = await compareVersions(database, { ...guide, ...choice.compared, words: phrasing.words });
  const shown = comparison && (await showComparison(comparison, call));
  const restorable = [choice.compared.from, choice.compared.to].filter((each) => typeof each === 'number');
  return {
    template: 'history/version',
    title: phrasing.words.compare,
    section: 'guides',
    foreign: shown?.foreign,
    content: {
      ...choice,
      guideTitle: editable.title,
      here,
      comparison: shown,
      restorable: mayChange(call, 'version restore') ? [...new Set(restorable)] : [],
    },
  };
}

/** Undefined for anything else than a version. */
function versionIn(word: string | undefined): ComparedVersion | undefined {
  return word === 'draft' || word === 'published' ? word : parseId(word ?? '');
}

/** The versions that can be compared, and those that are: by default the published one with what comes after it. */
async function choiceOf(
  { database }: Pick<Context, 'database'>,
  { tenant, guideId, phrasing }: GuideCall,
  { editable, from, to }: Choice,
): Promise<{ compared: Compared; choices: { value: string; label: string }[]; hasDifferences: boolean }> {
  const { words } = phrasing;
  const { published, hasChanges } = editable;
  const versions = await listVersions(database, { host: tenant.key, guideId, limit: MOST_CHOICES });
  const current = [
    ...(hasChanges || !published ? [{ value: 'draft', label: words.draft }] : []),
    ...(published ? [{ value: 'published', label: words.publishedNow }] : []),
  ];
  const label = ({ number, published_at, published_by, replaced_by }: ListedVersion) =>
    [
      fill(words.version, { n: number }),
      phrasing.date(published_at),
      ...(published_by === null ? [] : [published_by]),
      ...(replaced_by === null ? [] : [words.keptDraft]),
    ].join(' · ');
  const listed = versions.map((version) => ({ value: String(version.number), label: label(version) }));
  const former = published ? versions[1] : versions[0];
  const usual = hasChanges && published ? 'published' : (former?.number ?? 'published');
  return {
    compared: {
      from: from ?? usual,
      to: to ?? (hasChanges || !published ? 'draft' : 'published'),
    },
    choices: [...current, ...listed],
    // A single version is the published text.
    hasDifferences: hasChanges || !published || versions.length > 1,
  };
}
