import { AppError } from '@guidepost/service-kit';
import type { AddressReader, Refusal } from './address-reader.ts';

/** An address as people and other systems write it. */
export interface NewAddress {
  /** A path, a URL of the former site, or the entry of a scheme such as `zendesk:article:12`. */
  address: string;
  /** Where it leads, as people type it. */
  to: string;
  /** For messages: `redirects.csv:12`. */
  place?: string | undefined;
}

export interface RefusedAddress extends NewAddress {
  refusal: Refusal;
}

/** The fate of addresses that were written together. */
export interface WrittenAddresses {
  created: number;
  changed: number;
  unchanged: number;
  refused: RefusedAddress[];
}

/** A target as it was typed, with what it leads to, or why it leads nowhere. */
export type ResolvedTarget<Target> =
  /** The path that readers would ask for; undefined for what is on another site. */
  { target: Target; path: string | undefined } | { refusal: Refusal; path?: string };

/** Which known addresses get a new target: all, or only those that imports have made. */
type Replace = 'all' | 'imported' | 'none';

/** The things of a tenant to which addresses lead. */
interface Present<Target> {
  resolve(targets: readonly string[]): Promise<ReadonlyMap<string, ResolvedTarget<Target>>>;
  /** Those of the paths at which readers see a page. */
  findPages(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** The addresses that are known already. */
  findKnown(entries: readonly string[]): Promise<readonly (Target & Known)[]>;
  replace: Replace;
}

interface Known {
  address: string;
  made_with: string;
}

export interface SettledAddresses<Target> extends Pick<WrittenAddresses, 'unchanged' | 'refused'> {
  /** New, or with another target. */
  rows: (Target & { address: string })[];
}

type Settle<Target> = (
  addresses: readonly NewAddress[],
  present: Present<Target>,
) => Promise<SettledAddresses<Target>>;

interface ReadAddress extends NewAddress {
  entry: string;
}

const PAGE: Refusal = { reason: 'page', message: 'Readers see a page at this address.' };
const ELSEWHERE: Refusal = { reason: 'elsewhere', message: 'It leads elsewhere already.' };
const CIRCLE = { refusal: { reason: 'circle', message: 'It would lead to itself.' } } as const;

/**
 * Settles which addresses are to be written. A target that is another address, known or written here, is followed to
 * where it leads, so that there are no chains; what would lead to itself is refused, and so is the address of a page
 * that readers see.
 * @param options.columns those of a target
 * @param options.isPagePath whether a path names a page, which it stays even if it is also written as an address
 */
export function createSettle<Target extends object>({
  reader,
  columns,
  isPagePath,
}: {
  reader: Pick<AddressReader, 'readAddress' | 'entriesOf'>;
  columns: readonly (keyof Target)[];
  isPagePath: (path: string) => boolean;
}): Settle<Target> {
  /** The first of those with the same entry counts. */
  function readAll(addresses: readonly NewAddress[], refused: RefusedAddress[]): ReadAddress[] {
    const read = new Map<string, ReadAddress>();
    for (const each of addresses) {
      try {
        const entry = reader.readAddress(each.address);
        const before = read.get(entry);
        if (!before) read.set(entry, { ...each, entry });
        else if (before.to.trim() !== each.to.trim()) refused.push({ ...each, refusal: sameAs(before) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push({ ...each, refusal: { reason: 'address', message: error.message } });
      }
    }
    return [...read.values()];
  }

  /** Follows a target through the addresses that are written with it. */
  function createFollow(
    read: readonly ReadAddress[],
    targets: ReadonlyMap<string, ResolvedTarget<Target>>,
  ): (first: ReadAddress) => ResolvedTarget<Target> {
    const byEntry = new Map(read.map((each) => [each.entry, each]));
    return (first) => {
      const seen = new Set<string>();
      for (let each = first; ; ) {
        seen.add(each.entry);
        const resolved: ResolvedTarget<Target> = targets.get(each.to) ?? CIRCLE;
        const entries = resolved.path === undefined ? [] : reader.entriesOf(resolved.path);
        if (entries.some((entry) => seen.has(entry))) return CIRCLE;
        const [next] = entries.flatMap((entry) => byEntry.get(entry) ?? []);
        if (!next || ('target' in resolved && isPagePath(resolved.path ?? ''))) return resolved;
        each = next;
      }
    };
  }

  const isSame = (one: Target, other: Target) => columns.every((column) => one[column] === other[column]);

  function whyItStays(
    before: (Target & Known) | undefined,
    resolved: ResolvedTarget<Target>,
    replace: Replace,
  ): Refusal | undefined {
    if (!before || replace === 'all' || 'refusal' in resolved || isSame(before, resolved.target))
      return undefined;
    return replace === 'imported' && before.made_with === 'import' ? undefined : ELSEWHERE;
  }

  return async (addresses, { resolve, findPages, findKnown, replace }) => {
    const refused: RefusedAddress[] = [];
    const read = readAll(addresses, refused);
    const entries = read.map(({ entry }) => entry);
    const follow = createFollow(read, await resolve(read.map(({ to }) => to)));
    const pages = await findPages(entries.filter((entry) => entry.startsWith('/')));
    const known = new Map((await findKnown(entries)).map((row) => [row.address, row]));
    const rows: SettledAddresses<Target>['rows'] = [];
    let unchanged = 0;
    for (const each of read) {
      const { entry, ...given } = each;
      const resolved = follow(each);
      const before = known.get(entry);
      const taken = pages.has(entry) ? PAGE : whyItStays(before, resolved, replace);
      if (taken) refused.push({ ...given, refusal: taken });
      else if ('refusal' in resolved) refused.push({ ...given, refusal: resolved.refusal });
      else if (before && isSame(before, resolved.target)) unchanged += 1;
      else rows.push({ ...resolved.target, address: entry });
    }
    return { rows, unchanged, refused };
  };
}

function sameAs({ address, to }: NewAddress): Refusal {
  return { reason: 'elsewhere', message: `It is the same as ${address}, which leads to ${to}.` };
}
