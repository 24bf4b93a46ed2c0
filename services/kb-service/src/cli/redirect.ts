import { createRedirectCommands } from '@guidepost/addresses/commands';
import { csvOf } from '@guidepost/desk/insights';
import { addAddress, importAddresses, removeAddress } from '../addresses/change-addresses.ts';
import { checkAddresses } from '../addresses/check-addresses.ts';
import { describeTarget, listAddresses } from '../addresses/list-addresses.ts';
import { parseHostArgument } from './arguments.ts';
import { operatorNamed, runCommand } from './run-command.ts';

const MOST_LISTED = 1_000_000;

/** `kb redirect` */
export const addRedirect = createRedirectCommands({
  runCommand,
  owner: {
    argument: 'host',
    description: 'the host name of the knowledge base',
    parse: parseHostArgument,
    example: 'help.example.com',
  },
  targets: ['/guides/install', '/guides/install#linux'],
  async list(database, host) {
    const { addresses } = await listAddresses(database, { host, limit: MOST_LISTED });
    return addresses.map((address) => ({ ...address, to: describeTarget(address) }));
  },
  async add({ database, owner: host, by }, added) {
    const address = await addAddress(database, operatorNamed(by), { host, ...added });
    return { address: address.address, to: describeTarget(address) };
  },
  remove: ({ database, owner: host, by }, address) =>
    removeAddress(database, operatorNamed(by), { host, address: { address } }),
  importAll: ({ database, owner: host, by }, options) =>
    importAddresses(database, operatorNamed(by), { host, ...options }),
  check: (database, host, addresses) => checkAddresses(database, { host, addresses }),
  csvOf,
});
