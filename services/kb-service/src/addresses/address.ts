import { createAddressReader, SCHEMES } from '@guidepost/addresses';

const { zendesk, helpscout, intercom, freshdesk, wordpress } = SCHEMES;

/** Addresses of the help centres and sites that knowledge bases come from. */
export const { readPath, entriesOf, readAddress, keyOf, schemesOf } = createAddressReader({
  schemes: { zendesk, helpscout, intercom, freshdesk, wordpress },
  parameters: ['p', 'page_id'],
});
