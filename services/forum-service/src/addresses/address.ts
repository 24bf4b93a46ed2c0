import { createAddressReader, SCHEMES } from '@guidepost/addresses';

const { zendesk, discourse, nodebb, flarum, phpbb } = SCHEMES;

/** Addresses of the forums that forums come from. An answer of a topic has an entry of its own. */
export const { readPath, entriesOf, readAddress, keyOf, schemesOf } = createAddressReader({
  schemes: { zendesk, discourse, nodebb, flarum, phpbb },
  parameters: ['t', 'p'],
  hasPlaces: true,
});
