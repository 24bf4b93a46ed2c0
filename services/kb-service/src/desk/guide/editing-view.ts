import { refusalOf, type View } from '@guidepost/desk';
import { directionOf } from '@guidepost/i18n';
import type { Context } from '../../context.ts';
import type { Writer } from '../../reviews/set-properties.ts';
import { EditConflict } from '../../writing/drafts/change-draft.ts';
import { type EditableGuide, inReadingOrder } from '../../writing/drafts/read-for-editing.ts';
import { OPEN_GUIDES } from '../../writing/drafts/working-copy.ts';
import { listNotes } from '../../writing/review/list-notes.ts';
import { mayChange } from '../desk-permissions.ts';
import type { EditorAssets } from '../editor/editor-assets.ts';
import { type GuideCall, guideErrorsOf, presentAt } from '../kb-tenant.ts';
import { showComparison } from '../preview/preview-pages.ts';
import { translationOf } from '../translations/source-pages.ts';
import { mayDeleteGuide } from '../translations/translation-marks.ts';
import { compareEdits } from './compare-edits.ts';
import type { GuideForm, Remarks } from './guide-form.ts';

export type EditingContext = Pick<Context, 'database' | 'publicAddress'> & {
  loadEditor: () => Promise<EditorAssets>;
};

/** A guide, and what someone has typed about it. */
export interface Edited {
  guide: EditableGuide;
  form: GuideForm;
}

export async function editingView(
  { database, publicAddress, loadEditor }: EditingContext,
  call: GuideCall,
  { guide, form }: Edited,
  content: object = {},
): Promise<View> {
  const { tenant, here } = call;
  const { choices, contentHtml: _content, properties, ...shown } = guide;
  const translation = await translationOf(database, call);
  const owners = labelled(choices.owners);
  const nextReview = properties.review_on && new Date(`${properties.review_on}T00:00:00Z`);
  return {
    template: 'guide/guide',
    title: form.title || call.phrasing.words.untitled,
    section: 'guides',
    isWide: true,
    foreign: translation.source?.foreign,
    content: {
      guide: shown,
      ...translation,
      owner: owners.find(({ email }) => email === properties.owner)?.label,
      nextReview: nextReview && call.phrasing.date(nextReview),
      form,
      text: textOf(call),
      here,
      categories: inReadingOrder(choices.categories),
      mayArrange: mayChange(call, 'category create'),
      owners,
      mayAssign: mayChange(call, 'guide assign'),
      mayDescribe: !guide.published || mayChange(call, 'guide publish'),
      colleagues: await OPEN_GUIDES.list(database, presentAt(call)),
      notes: await notesOf(database, call, form),
      mayPublish: mayChange(call, 'guide publish'),
      mayDelete: mayDeleteGuide(call, translation.marks),
      publicAddress: publicAddress({
        host: tenant.key,
        kind: 'guides',
        slug: guide.publishedSlug,
        id: guide.id,
      }),
      island: {
        ...islandOf(call, { guide, form }),
        source: guide.missing ? translation.source?.stored : undefined,
      },
      editor: await loadEditor(),
      problem: undefined,
      conflict: undefined,
      wrong: {},
      ...content,
    },
  };
}

/** The language that is written, in its direction. */
function textOf({ tenant }: GuideCall): { lang: string; dir: 'ltr' | 'rtl' } {
  const { language } = tenant.knowledgeBase;
  return { lang: language, dir: directionOf(language) };
}

/** Those that are open, and those that are resolved. */
async function notesOf(
  database: Context['database'],
  { tenant, guideId, session }: GuideCall,
  form: GuideForm,
) {
  const wanted = { knowledgeBaseId: tenant.knowledgeBase.id, guideId, personId: session.person.id };
  const notes = await listNotes(database, wanted, form.contentHtml);
  return {
    open: notes.filter(({ resolvedBy }) => resolvedBy === null),
    resolved: notes.filter(({ resolvedBy }) => resolvedBy !== null),
  };
}

/** People by name; those of the same name with their addresses. */
function labelled(writers: readonly Writer[]): (Writer & { label: string })[] {
  const namesakes = Map.groupBy(writers, ({ name }) => name);
  return writers.map((writer) => {
    const { name, email } = writer;
    const isOnly = namesakes.get(name)?.length === 1;
    return { ...writer, label: isOnly ? name : `${name} (${email})` };
  });
}

/**
 * The page again, with everything typed, and what is wrong beside its field.
 * @param noteField the field of the note, unless it is a new one
 */
export async function refusedView(
  context: EditingContext,
  call: GuideCall,
  {
    guide,
    form: typed,
    error,
    noteField = 'note',
  }: Edited & { error: unknown; noteField?: string | undefined },
): Promise<View> {
  const form = guide.proposal ? typed : { ...typed, remarks: withoutDecision(typed.remarks) };
  if (error instanceof EditConflict) {
    const { current: conflict } = error;
    const edits = { theirs: conflict, mine: form, choices: guide.choices };
    const { texts, fields } = await compareEdits(edits, call.phrasing);
    const shown = texts && (await showComparison(texts, call));
    const content = { conflict, comparison: { texts: shown, fields } };
    const view = await editingView(context, call, { guide, form }, content);
    return { ...view, status: 409, foreign: { ...view.foreign, ...shown?.foreign } };
  }
  const { status, headers, problem } = refusalOf(error, call.phrasing);
  const content = problem ? { problem } : { wrong: wrongIn(error, call, noteField) };
  return { ...(await editingView(context, call, { guide, form }, content)), status, headers };
}

/** Messages about mistakes, by field. */
function wrongIn(error: unknown, { phrasing }: GuideCall, noteField: string): Record<string, string> {
  const { note, ...others } = guideErrorsOf(error, phrasing);
  return note ? { ...others, [noteField]: note } : others;
}

/** A note on a decision that a colleague has taken meanwhile becomes a note on the guide, and is not lost. */
function withoutDecision({ decision, ...remarks }: Remarks): Remarks {
  const texts = [remarks.note, decision].filter((text) => text?.trim());
  return texts.length === 0 ? remarks : { ...remarks, note: texts.join('\n\n') };
}

/** The data with which the editor's script starts. */
function islandOf(call: GuideCall, { guide, form }: Edited): object {
  const { here, base, session, phrasing } = call;
  const { id, state, published, choices } = guide;
  const { textEditor, newCategory, categoryName, parent, top } = phrasing.words;
  return {
    id,
    state,
    published,
    person: String(session.person.id),
    text: textOf(call),
    words: textEditor,
    tagNames: choices.tags,
    ...(mayChange(call, 'category create') && {
      structure: { url: `${base}/categories`, words: { newCategory, name: categoryName, parent, top } },
    }),
    ...form,
    token: session.formToken,
    urls: {
      draft: `${here}/draft`,
      comparison: `${here}/comparison`,
      images: `${here}/images`,
      uploads: `${here}/files`,
      links: `${base}/links`,
      markdown: `${base}/markdown`,
      files: `${base}/files/`,
      signIn: '/desk/sign-in',
    },
  };
}
