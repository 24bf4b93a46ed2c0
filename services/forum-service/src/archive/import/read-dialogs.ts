import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewAddress } from '@guidepost/addresses';
import type { KindOf } from '../../files/embedding.ts';
import type { DialogState } from '../../model/states.ts';
import { readStates } from '../../tenants/state-definitions.ts';
import { type Line, LONGEST_LINE } from './archive-file.ts';
import type { ArchivedDialog } from './archived-dialog.ts';
import { checkAddressLine, checkLine, isComment, type Refusal, refusalOf, refuse } from './check-line.ts';
import type { AddressLine, ArchiveLine, LinePost } from './line-schema.ts';
import type { OwnLinks } from './own-links.ts';
import { type PlaceFile, withPlacedFiles } from './place-files.ts';
import { type DialogReading, readDialog } from './read-dialog.ts';
import type { ArchiveReading } from './read-post.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

interface LineReading extends Omit<ArchiveReading, 'kindOf'> {
  /** Finds the kinds of the links in these texts. */
  kindsOf(texts: readonly string[]): Promise<KindOf>;
  placeFile: PlaceFile;
  ownLinks: Pick<OwnLinks, 'expand'>;
}

export interface ReadLine {
  number: number;
  /** Bytes; 0 for an over-long line. */
  size: number;
  /** Undefined for a refused line, a blank one, and one with addresses or states of the forum. */
  dialog?: ArchivedDialog;
  /** Old addresses that lead to no dialog, such as those of files. */
  addresses?: readonly NewAddress[];
  /** The states that the forum offered. */
  states?: readonly DialogState[];
  /** The refusals of the line, or of parts of its dialog. */
  refusals: readonly Refusal[];
}

const WHITE_SPACE = new Set(Buffer.from(' \t\r'));

/** Reads one line in each turn of the event loop, so that the statements of the batch before hardly wait. */
export async function* readDialogs(
  lines: AsyncIterable<Line>,
  reading: Omit<LineReading, 'now'>,
): AsyncGenerator<ReadLine, void> {
  for await (const { number, bytes } of lines) {
    yield {
      number,
      size: bytes?.length ?? 0,
      ...(await readOrRefuse(bytes, { ...reading, now: new Date() })),
    };
    await nextTurn();
  }
}

async function readOrRefuse(
  bytes: Line['bytes'],
  reading: LineReading,
): Promise<Omit<ReadLine, 'number' | 'size'>> {
  if (bytes?.every((byte) => WHITE_SPACE.has(byte))) return { refusals: [] };
  let sent: unknown;
  try {
    sent = parseLine(bytes ?? refuse('', `longer than ${LONGEST_LINE / 1_000_000} MB`));
    if (isAddressLine(sent)) return await readAddresses(checkAddressLine(sent), reading.placeFile);
    if (isStatesLine(sent))
      return { states: readStates(sent.states) ?? refuse('states', STATES_RULE), refusals: [] };
    return await readLine(sent, reading);
  } catch (error) {
    return { refusals: [refusalOf(error, 'line', sent)] };
  }
}

/** Addresses are all that it has. */
function isAddressLine(sent: unknown): boolean {
  const names = Object.keys(Object(sent));
  return names.length === 1 && names[0] === 'addresses';
}

function isStatesLine(sent: unknown): sent is { states: unknown } {
  const names = Object.keys(Object(sent));
  return names.length === 1 && names[0] === 'states';
}

const STATES_RULE = 'must be a list of states as forum show --json prints them';

/** The addresses of a line. A file that is refused is refused alone, with its address. */
async function readAddresses(
  line: AddressLine,
  placeFile: PlaceFile,
): Promise<{ addresses: NewAddress[]; refusals: Refusal[] }> {
  const [addresses, refusals]: [NewAddress[], Refusal[]] = [[], []];
  for (const [index, each] of line.addresses.entries()) {
    try {
      const to = await placeTarget(each, `addresses[${index}]`, placeFile);
      addresses.push({ address: each.address, to });
    } catch (error) {
      refusals.push(refusalOf(error, 'file', each));
    }
  }
  return { addresses, refusals };
}

const FILE_TARGET = /^file:([^?#]+)(.*)$/s;

/** The address that a file has here, with what follows its path; any other target stays. */
async function placeTarget(
  { to, name }: AddressLine['addresses'][number],
  place: string,
  placeFile: PlaceFile,
): Promise<string> {
  const [, path, end = ''] = FILE_TARGET.exec(to) ?? [];
  if (path === undefined) return to;
  return (await placeFile({ path, ...(name !== undefined && { name }) }, place)) + end;
}

/** Validates and renders a line of an archive. @throws AppError `invalid` with the first error */
export async function readLine(
  sent: unknown,
  reading: LineReading,
): Promise<DialogReading & { addresses: NewAddress[] }> {
  const { line, addresses, refusals } = await withAddresses(checkLine(sent), reading);
  const kindOf = await reading.kindsOf([line, ...(line.comments ?? [])].flatMap(textOf));
  const { dialog, ...read } = readDialog(line, { ...reading, kindOf });
  return { dialog, addresses, refusals: [...refusals, ...read.refusals] };
}

/** The line with the addresses that files and pages have here in its texts, and old addresses that lead to files. */
async function withAddresses(
  sent: ArchiveLine,
  { placeFile, ownLinks }: Pick<LineReading, 'placeFile' | 'ownLinks'>,
): Promise<{ line: ArchiveLine; addresses: NewAddress[]; refusals: Refusal[] }> {
  const place = async <Post extends LinePost>(post: Post, at: string) => {
    const text = post.own_links === true ? ownLinks.expand(post.text) : post.text;
    return withPlacedFiles({ ...post, text }, at, placeFile);
  };
  const { post, addresses, refusals } = await place(sent, '');
  if (!post.comments?.some(hasAddresses)) return { line: post, addresses, refusals };
  const comments: unknown[] = [];
  for (const [index, comment] of post.comments.entries()) {
    const isRead = hasAddresses(comment) && isComment(comment);
    const placed = isRead ? await place(comment, `comments[${index}].`) : undefined;
    comments.push(placed?.post ?? comment);
    addresses.push(...(placed?.addresses ?? []));
    refusals.push(...(placed?.refusals ?? []));
  }
  return { line: { ...post, comments }, addresses, refusals };
}

/** A comment may still be anything. */
function hasAddresses(comment: unknown): boolean {
  const { files, own_links } = Object(comment) as { files?: unknown; own_links?: unknown };
  return files !== undefined || own_links !== undefined;
}

/** A comment may still be anything. */
function textOf(post: unknown): string[] {
  const { text } = Object(post) as { text?: unknown };
  return typeof text === 'string' ? [text] : [];
}

/** @throws AppError `invalid` */
export function parseLine(bytes: Uint8Array): unknown {
  return parse(decode(bytes));
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return refuse('', 'not UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('', 'not JSON');
  }
}
