import { createAddressReader, SCHEMES } from '@guidepost/addresses';

const { zendesk, discourse, nodebb, flarum, phpbb } = SCHEMES;

/** An old address and a target, for examples. */
export const EXAMPLE_ADDRESSES = { old: '/t/title/12', target: '/12' };

/** Addresses of the forums that forums come from. An answer of a topic has an entry of its own. */
export const { readPath, entriesOf, readAddress, keyOf, schemesOf } = createAddressReader({
  schemes: { zendesk, discourse, nodebb, flarum, phpbb },
  parameters: ['t', 'p'],
  hasPlaces: true,
});
