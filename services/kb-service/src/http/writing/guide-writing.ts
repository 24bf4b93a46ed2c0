import type { RemovedMarkup } from '../../cleaning/removed-markup.ts';
import type { Context } from '../../context.ts';
import { removeGuide } from '../../writing/deleted/delete-guides.ts';
import { addGuide, editGuide } from '../../writing/edit-guide.ts';
import { findWorkingCopy } from '../find-guides.ts';
import type { Routes, WriteCall, WriteEndpoint } from '../reading/endpoint.ts';
import type { OneResource } from '../reading/read-resource.ts';
import type { Reader } from '../reading/reader.ts';
import { CHANGE_GUIDE, CHANGED_GUIDE, CREATE_GUIDE, DELETE_GUIDE, NEW_GUIDE } from './guide-descriptions.ts';
import { pointersFor, readEdits } from './guide-edits.ts';
import type { MakeChange } from './make-change.ts';
import { createReadDocument, textIn } from './read-document.ts';
import { translationWritingRoutes } from './translation-writing.ts';
import { showChanged, showCreated, targetOf } from './written-resource.ts';

/** Content of up to 7 MB, and the rest of the document. */
const MAX_BYTES = 10_000_000;

export function guideWritingRoutes(
  { database, filesUrl }: Pick<Context, 'database' | 'filesUrl'>,
  reader: Reader,
  makeChange: MakeChange,
): Routes {
  const limits = { mount: reader.mount, maximumBytes: MAX_BYTES };
  const readNew = createReadDocument(NEW_GUIDE, limits);
  const readChange = createReadDocument(CHANGED_GUIDE, limits);

  const show = (call: WriteCall, id: number, removed: RemovedMarkup): OneResource & { id: number } => ({
    type: 'guide',
    id,
    find: (request) => findWorkingCopy(reader, call, { ...request, name: { id } }),
    ...metaOf(removed),
  });

  const changes: Record<'patch' | 'delete', WriteEndpoint> = {
    patch: {
      ...CHANGE_GUIDE,
      async change(call) {
        const document = await readChange(call);
        const { host } = call.knowledgeBase;
        const { id, isExpected } = targetOf(call, 'guide');
        return makeChange(call, pointersFor(document), async () => {
          const edits = { host, guideId: id, isExpected, ...readEdits(document), filesUrl };
          const { removed } = await editGuide(database, call.writer, edits);
          return showChanged(reader, call, show(call, id, removed));
        });
      },
    },
    delete: {
      ...DELETE_GUIDE,
      async change(call) {
        const { host } = call.knowledgeBase;
        const { id: guideId, isExpected } = targetOf(call, 'guide');
        await makeChange(call, {}, () => removeGuide(database, call.writer, { host, guideId, isExpected }));
        return { status: 204 };
      },
    },
  };

  return {
    '/:host/guides': {
      post: {
        ...CREATE_GUIDE,
        async change(call) {
          const document = await readNew(call);
          const { host } = call.knowledgeBase;
          return makeChange(call, pointersFor(document), async () => {
            const guide = { host, ...readEdits(document), title: textIn(document, 'title'), filesUrl };
            const { id, removed } = await addGuide(database, call.writer, guide);
            return showCreated(reader, call, show(call, id, removed));
          });
        },
      },
    },
    '/:host/guides/:id': changes,
    ...translationWritingRoutes({ database }, reader, { makeChange, guide: changes }),
  };
}

function metaOf({ addresses, linked, ...counts }: RemovedMarkup): {
  meta?: () => Promise<Record<string, unknown>>;
} {
  const kinds = Object.entries(counts) as [string, ReadonlyMap<string, number>][];
  if (kinds.every(([, { size }]) => size === 0)) return {};
  const removed = {
    ...Object.fromEntries(kinds.map(([kind, found]) => [kind, Object.fromEntries(found)])),
    ...(addresses.length > 0 && { addresses }),
    ...(linked.length > 0 && { linked }),
  };
  return { meta: async () => ({ removed }) };
}
