import { refusalsIn } from '@guidepost/addresses';
import { createDeskPhrasings, fill } from '@guidepost/i18n';
import { AppError, isStoredId, parseId } from '@guidepost/service-kit';
import { EXAMPLE_ADDRESSES } from '../../addresses/address.ts';
import { addAddress, changeAddress, removeAddress } from '../../addresses/change-addresses.ts';
import { findAddress, type ListedAddress, listAddresses } from '../../addresses/list-addresses.ts';
import type { Context } from '../../context.ts';
import { ADDRESS_CHANGES, NEW_ADDRESS } from '../../posts/change-fields.ts';
import { readFields } from '../../posts/validate-fields.ts';
import type { Call, Read, Routes, Write } from '../endpoint.ts';
import { listParameters, readParameters, sliceOf } from '../parameters.ts';
import { addressRecord } from '../records.ts';
import { moderationOf } from './dialog-changes-routes.ts';

type Changing = Pick<Context, 'database' | 'config'>;

/** Old addresses of a forum, for programs with a key that may write. */
export function addressRoutes(context: Changing): Routes {
  const { database, config } = context;
  return {
    '/addresses/:slug': {
      get: {
        summary: 'Old addresses that lead on, in their order',
        parameters: listParameters([]),
        answer: { record: 'Address', list: 'slice' },
        requiresKey: true,
        scope: 'write',
        handle: (read) => addressList(context, read),
      },
      perform: {
        summary: 'Add an old address',
        description:
          'Readers are led on with a 301 where nothing else answers. The path of a page that readers see, and an address that leads elsewhere already, are conflicts.',
        fields: NEW_ADDRESS,
        record: 'Address',
        isNew: true,
        async handle(write) {
          const added = { ...readFields(NEW_ADDRESS, write), publicUrl: config.PUBLIC_URL };
          const address = await inLanguage(write, () =>
            addAddress(database, moderationOf(write, 'redirect add'), added),
          );
          return addressRecord(address, write);
        },
      },
    },
    '/addresses/:slug/:id': {
      get: {
        summary: 'One old address',
        parameters: readParameters(),
        answer: { record: 'Address' },
        requiresKey: true,
        scope: 'write',
        handle: async (read) => ({ content: addressRecord(await requireAddress(context, read), read) }),
      },
      patch: {
        summary: 'Have an old address lead elsewhere',
        fields: ADDRESS_CHANGES,
        record: 'Address',
        async handle(write) {
          const { to } = readFields(ADDRESS_CHANGES, write);
          const { id } = await requireAddress(context, write);
          const change = { id, to, publicUrl: config.PUBLIC_URL };
          const address = await inLanguage(write, () =>
            changeAddress(database, moderationOf(write, 'redirect change'), change),
          );
          return addressRecord(address, write);
        },
      },
      delete: {
        summary: 'Remove an old address',
        description: 'It then leads nowhere.',
        async handle(write) {
          const { id } = await requireAddress(context, write);
          await removeAddress(database, moderationOf(write, 'redirect remove'), { id });
          return undefined;
        },
      },
    },
  };
}

async function addressList({ database }: Changing, read: Read) {
  const { start: offset, limit } = sliceOf(read.parameters);
  const page = { slug: read.forum.slug, limit, offset };
  const { total, addresses } = await listAddresses(database, page);
  return { total, content: addresses.map((address) => addressRecord(address, read)) };
}

/** @throws AppError `not-found` */
async function requireAddress({ database }: Changing, { forum, path }: Call): Promise<ListedAddress> {
  const address = parseId(path.id);
  const isPossible = address !== undefined && isStoredId(address);
  const found = isPossible ? await findAddress(database, { forumId: forum.id, address }) : undefined;
  if (!found) throw new AppError('not-found', 'There is no such address.');
  return found;
}

const phrasingOf = createDeskPhrasings(({ desk }) => desk.forum);

/** Says in the language of the forum what is wrong with a field, as the desk does; a conflict has no fields here. */
async function inLanguage<Result>({ forum }: Write, change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    const { addressRules, leadsToOtherTenant } = phrasingOf(forum.language).words;
    const refused = refusalsIn(error, { ...addressRules, tenant: leadsToOtherTenant });
    if (!refused || !(error instanceof AppError)) throw error;
    const { kind, message } = error;
    if (kind === 'conflict') throw new AppError(kind, message, { cause: error });
    const fields = Object.entries(refused).map(([field, rule]) => [field, [fill(rule, EXAMPLE_ADDRESSES)]]);
    throw new AppError(kind, message, { fields: Object.fromEntries(fields), cause: error });
  }
}
