import type { NewAddress } from '@guidepost/addresses';
import type { Executor } from '@guidepost/postgres';
import { writeAddresses } from '../../addresses/write-addresses.ts';
import type { Forum } from '../../model/forum.ts';
import { printable } from './check-line.ts';
import type { SettledDialog } from './ids.ts';
import type { RefusedLine } from './import-progress.ts';

/**
 * Has the addresses of posts elsewhere lead to them, and further ones to where they lead. One that was made here stays.
 * @returns whether there are any new ones, and those that cannot be kept, such as paths of pages
 */
export async function keepAddresses(
  transaction: Executor,
  { forum, publicUrl }: { forum: Forum; publicUrl: string },
  { dialogs, further }: { dialogs: readonly SettledDialog[]; further: readonly NewAddress[] },
): Promise<{ led: number; lost: RefusedLine[] }> {
  const addresses = [...dialogs.flatMap(addressesOf), ...further];
  const options = { forum, publicUrl, madeBy: 'import', madeWith: 'import', replace: 'imported' } as const;
  const { created, changed, refused } = await writeAddresses(transaction, addresses, options);
  const lost = refused.map(({ address, place, refusal }) => ({
    line: Number(place),
    part: 'address' as const,
    reason: printable(`address ${address}: ${refusal.message}`),
  }));
  return { led: created + changed, lost };
}

function addressesOf({ id, line, addresses, comments }: SettledDialog): NewAddress[] {
  const leading = (to: string) => (address: string) => ({ address, to, place: String(line) });
  return [
    ...addresses.map(leading(`/${id}`)),
    ...comments.flatMap((comment) => comment.addresses.map(leading(`/${id}/comments/${comment.id}`))),
  ];
}
