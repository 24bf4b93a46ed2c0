import { createRedirectCommands } from '@guidepost/addresses/commands';
import { csvOf } from '@guidepost/desk/insights';
import { addAddress, importAddresses, removeAddress } from '../addresses/change-addresses.ts';
import { checkAddresses } from '../addresses/check-addresses.ts';
import { describeTarget, listAddresses } from '../addresses/list-addresses.ts';
import type { Action } from '../model/permissions.ts';
import type { Moderation } from '../tenants/moderate.ts';
import { parseSlug } from './arguments.ts';
import { configuredPublicUrl } from './configured.ts';
import { operatorNamed, runCommand } from './run-command.ts';

const MOST_LISTED = 1_000_000;

/** `forum redirect` */
export const addRedirect = createRedirectCommands({
  runCommand,
  owner: {
    argument: 'slug',
    description: 'the slug of the forum',
    parse: parseSlug,
    example: 'example',
  },
  targets: ['/12', '/12/comments/34'],
  async list(database, slug) {
    const { addresses } = await listAddresses(database, { slug, limit: MOST_LISTED });
    return addresses.map((address) => ({ ...address, to: describeTarget(address) }));
  },
  async add(change, added) {
    const publicUrl = configuredPublicUrl();
    const moderation = moderationOf(change, 'redirect add');
    const address = await addAddress(change.database, moderation, { ...added, publicUrl });
    return { address: address.address, to: describeTarget(address) };
  },
  remove: (change, address) =>
    removeAddress(change.database, moderationOf(change, 'redirect remove'), { address }),
  importAll: (change, options) =>
    importAddresses(change.database, moderationOf(change, 'redirect import'), {
      ...options,
      publicUrl: configuredPublicUrl(),
    }),
  check: (database, slug, addresses) => checkAddresses(database, { slug, addresses }),
  csvOf,
});

function moderationOf({ owner: slug, by }: { owner: string; by: string }, action: Action): Moderation {
  return { slug, action, actor: operatorNamed(by) };
}
