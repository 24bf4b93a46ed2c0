import { type DeskEndpoint, readJson, scriptAnswer } from '@guidepost/desk';
import { MAX_IMAGE_BYTES } from '@guidepost/files/images';
import { MAX_FILE_BYTES } from '@guidepost/files/types';
import { type Representation, readMultipart } from '@guidepost/http';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import type { RemovedMarkup } from '../../cleaning/removed-markup.ts';
import { convertMarkdown, readContent } from '../../content/content.ts';
import type { Context } from '../../context.ts';
import { withFilesAt } from '../../files/content-files.ts';
import { EditConflict } from '../../writing/drafts/change-draft.ts';
import type { GuideValues } from '../../writing/drafts/edited-values.ts';
import { listForDesk } from '../../writing/drafts/list-for-desk.ts';
import { readForEditing } from '../../writing/drafts/read-for-editing.ts';
import { type SavedDraft, saveDraft } from '../../writing/drafts/save-draft.ts';
import { uploadFile } from '../../writing/drafts/upload-file.ts';
import { uploadImage } from '../../writing/drafts/upload-image.ts';
import { OPEN_GUIDES, readWorkingCopy } from '../../writing/drafts/working-copy.ts';
import { createCategoryAt } from '../../writing/structure/change-and-place-category.ts';
import { actorOf, guideCallOf, guideErrorsOf, type KbCall, presentAt } from '../kb-tenant.ts';
import { compareEdits } from './compare-edits.ts';
import { MAX_FORM_BYTES } from './guide-form.ts';

/** The members of a saved draft, each with the check of its type. */
const VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  revision: Number.isSafeInteger,
  title: isText,
  slug: isText,
  contentHtml: isText,
  categories: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
  tags: (value) => Array.isArray(value) && value.every(isText),
};

const MOST_LINKS = 10;

/** A long page; a book is imported. */
const MAX_MARKDOWN_BYTES = 300_000;

const MAX_CATEGORY_BYTES = 10_000;

/** Room for the parts around an image or a file. */
const ROOM = 100_000;

/** More than the message that a page is still open has. */
const MAX_PRESENCE_BYTES = 1_000;

/** The endpoints of the editor's script. */
export function editorEndpoints({
  database,
}: Pick<Context, 'database'>): Record<string, DeskEndpoint<KbCall>> {
  return {
    '/guides/:guide/draft': {
      async send(call) {
        const { tenant, guideId, request } = guideCallOf(call);
        try {
          const values = readDraftValues(await readJson(request, MAX_FORM_BYTES));
          const draft = { host: tenant.key, guideId, ...values };
          return savedAnswer(await saveDraft(database, actorOf(call), draft), values.contentHtml);
        } catch (error) {
          return refusedAnswer(error, { call, field: 'contentHtml' });
        }
      },
    },
    '/guides/:guide/comparison': {
      async send(call) {
        const { tenant, guideId, base, request, phrasing } = guideCallOf(call);
        const mine = readDraftValues(await readJson(request, MAX_FORM_BYTES));
        const { choices, ...theirs } = await readForEditing(database, { host: tenant.key, guideId });
        const { texts, fields } = await compareEdits({ theirs, mine, choices }, phrasing);
        const { onlyMarkup, roughComparison, comparisonTooLong } = phrasing.words;
        if (!texts) return scriptAnswer(422, { error: comparisonTooLong });
        return scriptAnswer(200, {
          title: texts.title,
          contentHtml: withFilesAt(texts.contentHtml, base),
          fields,
          note: texts.isRough ? roughComparison : texts.onlyMarkup ? onlyMarkup : undefined,
        });
      },
    },
    '/guides/:guide/open': {
      async send(call) {
        const who = presentAt(guideCallOf(call));
        const sent = await readJson(call.request, MAX_PRESENCE_BYTES);
        const isSaid = typeof sent === 'object' && sent !== null && 'open' in sent;
        if (!isSaid || typeof sent.open !== 'boolean')
          throw new AppError('malformed', 'Send whether the guide is open, as the member "open".');
        await readWorkingCopy(database, { knowledgeBaseId: who.tenantId, guideId: who.thingId });
        await (sent.open ? OPEN_GUIDES.note : OPEN_GUIDES.stop)(database, who);
        return scriptAnswer(200, { colleagues: await OPEN_GUIDES.list(database, who) });
      },
    },
    '/links': {
      async get({ tenant, query }) {
        const { guides } = await listForDesk(database, { host: tenant.key, q: query.first('q') });
        const found = guides.slice(0, MOST_LINKS).map(({ title, slug }) => ({ title, address: slug }));
        return { ...scriptAnswer(200, {}), body: JSON.stringify(found) };
      },
    },
    '/categories': {
      roles: ['owner', 'editor'],
      async send(call) {
        const { tenant, request, phrasing } = call;
        const category = readCategory(await readJson(request, MAX_CATEGORY_BYTES));
        try {
          const { id } = await createCategoryAt(database, actorOf(call), { host: tenant.key, ...category });
          return scriptAnswer(201, { id, name: foldWhiteSpace(category.name) });
        } catch (error) {
          return scriptAnswer(422, { error: Object.values(guideErrorsOf(error, phrasing)).join(' ') });
        }
      },
    },
    '/markdown': {
      async send({ tenant, request, phrasing }) {
        const markdown = readMarkdown(await readJson(request, MAX_MARKDOWN_BYTES));
        try {
          const html = await convertMarkdown(markdown, tenant.knowledgeBase.language);
          const { contentHtml } = await readContent(html);
          return scriptAnswer(200, { contentHtml });
        } catch (error) {
          return scriptAnswer(422, { errors: guideErrorsOf(error, phrasing) });
        }
      },
    },
    '/guides/:guide/images': {
      async send(call) {
        const { tenant, guideId, request } = guideCallOf(call);
        try {
          const { files } = await readMultipart(request, { maximumBytes: MAX_IMAGE_BYTES + ROOM });
          const image = files.get('image')?.at(-1);
          if (!image) throw new AppError('malformed', 'Send an image in the field "image".');
          const upload = { host: tenant.key, guideId, ...image };
          return scriptAnswer(201, await uploadImage(database, actorOf(call), upload));
        } catch (error) {
          return refusedAnswer(error, { call, field: 'image' });
        }
      },
    },
    '/guides/:guide/files': {
      async send(call) {
        const { tenant, guideId, request } = guideCallOf(call);
        try {
          const { files } = await readMultipart(request, { maximumBytes: MAX_FILE_BYTES + ROOM });
          const file = files.get('file')?.at(-1);
          if (!file) throw new AppError('malformed', 'Send a file in the field "file".');
          const upload = { host: tenant.key, guideId, ...file };
          const { href, text } = await uploadFile(database, actorOf(call), upload);
          return scriptAnswer(201, { href, text });
        } catch (error) {
          return refusedAnswer(error, { call, field: 'file' });
        }
      },
    },
  };
}

function readCategory(body: unknown): { name: string; parent: number | null } {
  if (typeof body === 'object' && body !== null && 'name' in body && typeof body.name === 'string') {
    const parent = 'parent' in body ? body.parent : null;
    if (parent === null || (typeof parent === 'number' && Number.isSafeInteger(parent)))
      return { name: body.name, parent };
  }
  throw new AppError('malformed', 'Send an object with the members name, a text, and parent, an ID or null.');
}

function readMarkdown(body: unknown): string {
  const isMarkdown = typeof body === 'object' && body !== null && 'markdown' in body;
  if (isMarkdown && typeof body.markdown === 'string') return body.markdown;
  throw new AppError('malformed', 'Send an object with the member markdown, a text.');
}

/** The content only where cleaning has changed it. */
function savedAnswer(
  { revision, at, state, slug, contentHtml, removed }: SavedDraft,
  sent: string | undefined,
): Representation {
  return scriptAnswer(200, {
    revision,
    savedAt: at,
    state,
    slug,
    ...(sent !== undefined && sent !== contentHtml && { contentHtml }),
    removed: namesOf(removed),
  });
}

/** Elements, attributes, kinds of links, and the addresses of those that are gone. */
function namesOf({ elements, attributes, links, addresses, linked }: RemovedMarkup): string[] {
  const kinds = [elements, attributes, links].flatMap((counts) => [...counts.keys()]);
  return [...kinds, ...[...linked, ...addresses].map(({ address }) => address)];
}

/** @param field what is too large, if the request is @throws what is neither a conflict nor about a field */
function refusedAnswer(
  error: unknown,
  { call, field }: { call: KbCall; field: 'contentHtml' | 'image' | 'file' },
): Representation {
  if (error instanceof EditConflict) return scriptAnswer(409, error.current);
  const isTooLarge = error instanceof AppError && error.kind === 'too-large';
  const { guideRules } = call.phrasing.words;
  const errors = isTooLarge ? { [field]: guideRules[field] } : guideErrorsOf(error, call.phrasing);
  return scriptAnswer(422, { error: Object.values(errors).join(' '), errors });
}

/** @throws AppError `malformed` for another member, or one of another type */
function readDraftValues(body: unknown): GuideValues & { revision?: number } {
  if (typeof body !== 'object' || body === null) throw new AppError('malformed', 'Send an object.');
  for (const [name, value] of Object.entries(body)) {
    if (Object.hasOwn(VALUES, name) && VALUES[name]?.(value)) continue;
    throw new AppError('malformed', `The member ${name.slice(0, 50)} is unknown or of the wrong type.`);
  }
  return body;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
