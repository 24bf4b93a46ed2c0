export {
  type AddressReader,
  createAddressReader,
  type Refusal,
  refusalsIn,
  refusedAddress,
  wordsOfPath,
} from './address-reader.ts';
export { type CheckedAddress, checkAddresses } from './check-addresses.ts';
export { createAddressLists, type ListedAddress } from './list-addresses.ts';
export { readAddressesFromCsv, readAddressList } from './read-lists.ts';
export { SCHEMES } from './schemes.ts';
export {
  createSettle,
  type NewAddress,
  type RefusedAddress,
  type ResolvedTarget,
  type SettledAddresses,
  type WrittenAddresses,
} from './settle-addresses.ts';
export { createTargetReader, type FoundTarget } from './target-reader.ts';
