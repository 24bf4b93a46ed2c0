import { readDates } from './read-dates.ts';
import { describeValue, isMap, type Value } from './value.ts';

/** The words of a source about who may read a guide. */
export interface Visibility {
  /** The key that keeps the guide from readers, with its value: `draft: true`. */
  hidden?: string | undefined;
  /** Whether `published: true` publishes the guide; other keys only keep guides back. */
  published?: true | undefined;
}

/** `says` is whether the guide is for everyone; undefined if the value decides nothing. */
interface Verdict {
  says: boolean | undefined;
  why?: string;
}

type Judge = (value: Value, now: Date) => Verdict | undefined;

interface Rule {
  judge: Judge;
  /** Whether `null` says that a guide is not published yet, as Strapi and Ghost write it. */
  hidesIfNull: boolean;
}

const TRUE = ['true', 'yes', 'y', 'on', '1', 't'];
const FALSE = ['false', 'no', 'n', 'off', '0', 'f'];

/** Words for a state in which a guide is read; a word that is not among them hides it. */
const FINISHED =
  `published publish public live done final finished finalized active enabled complete completed released approved
  accepted verified stable current ready new updated deprecated visible listed veröffentlicht publicerad publicerat
  publié publiée publicado publicada pubblicato gepubliceerd true yes y on 1 t`.split(/\s+/);

/** Words for readers who are not everyone. */
const SOME = `internal internalonly private restricted staff staffonly agents agent employees employee members
  member membersonly confidential secret hidden`.split(/\s+/);

const EVERYONE =
  `public everyone everybody all anyone anybody world open listed visible published guest guests
  anonymous free live true yes on 1`.split(/\s+/);

/** Words in place of groups if every reader may read. */
const NO_GROUPS = [
  ...FALSE,
  ...'public everyone everybody all anyone anybody guest guests anonymous'.split(' '),
];

/** Folds `is_draft`, `isDraft` and `Is draft`. */
const fold = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const HIDES_IF_NULL = { hidesIfNull: true };

const RULES = new Map<string, Rule>([
  ...rowsOf(hidesIfTrue, [
    'draft isdraft hidden ishidden unlisted isunlisted private isprivate secret internal isinternal internalonly',
    'staffonly restricted isrestricted confidential protected isprotected memberonly membersonly adminonly adminsonly',
    'loginrequired requirelogin requireslogin authrequired requireauth requiresauth headless archived isarchived',
    'deleted isdeleted trashed expired unpublished disabled',
  ]),
  ...rowsOf(
    hidesIfFalse,
    ['published ispublished publish dgpublish public ispublic visible isvisible listed islisted'],
    HIDES_IF_NULL,
  ),
  ...rowsOf(hidesAfter, [
    'expirydate expiry expires expiresat expireson expirationdate unpublishdate unpublishat',
    'unpublishon unpublishedat archivedat deletedat',
  ]),
  ...rowsOf(
    hidesBefore,
    [
      'publishdate pubdate publisheddate publishat publishon publishedat publishedon',
      'datepublished publicationdate',
    ],
    HIDES_IF_NULL,
  ),
  ...rowsOf(hidesBefore, ['embargo embargountil availablefrom visiblefrom']),
  ...rowsOf(hidesInState, [
    'status state publishstatus publicationstatus poststatus contentstatus workflowstate',
  ]),
  ...rowsOf(hidesFromMost, ['visibility access accesslevel privacy']),
  ...rowsOf(hidesFromSome, ['audience classification sensitivity']),
  ...rowsOf(hidesForGroups, [
    'usersegmentid usersegmentids restrictedto allowedroles allowedgroups allowedusers',
    'requiredrole requiredroles groups',
  ]),
  ...rowsOf(hidesIfSet, ['password passwordhash']),
  ...rowsOf((value) => (isBoolean(value) ? hidesIfTrue(value) : undefined), ['hide']),
  ...rowsOf((value, now) => (isBoolean(value) ? hidesIfFalse(value, now) : undefined), ['render']),
  ...rowsOf((value) => (value === 'false' ? { says: false } : undefined), ['permalink']),
  ...rowsOf(hidesBeforeDate, ['date']),
  ...rowsOf(hidesUnbuilt, ['build']),
]);

/** Keys whose members are read like keys: Hugo's `params`, Zola's `extra`. */
const GROUPS = ['params', 'extra', 'meta', 'metadata', 'custom'];

/** Whether a key says something about who may read a guide, whatever its value. */
export function isAboutVisibility(key: string): boolean {
  return RULES.has(fold(key));
}

/**
 * Reads who may read a guide. A guide that one of the keys hides is hidden, whatever others say, and also if its value
 * cannot be understood.
 * @returns also the keys that were understood
 */
export function readVisibility(
  entries: Iterable<readonly [key: string, value: Value]>,
  now: Date,
): Visibility & { understood: Set<string> } {
  const understood = new Set<string>();
  let hidden: string | undefined;
  let published: true | undefined;
  for (const [key, value] of entries) {
    const name = fold(key);
    const reasonInside =
      GROUPS.includes(name) && isMap(value) ? readVisibility(value, now).hidden : undefined;
    if (reasonInside !== undefined) understood.add(key);
    hidden ??= reasonInside;
    const verdict = judge(RULES.get(name), value, now);
    if (!verdict) continue;
    understood.add(key);
    const reason = `${key}: ${describeValue(value)}${verdict.why ? `, ${verdict.why}` : ''}`;
    if (verdict.says === false) hidden ??= reason;
    if (verdict.says === true && name === 'published') published = true;
  }
  return { hidden, published: hidden === undefined ? published : undefined, understood };
}

/** An empty value says nothing, and neither does `null` by most rules. */
function judge(rule: Rule | undefined, value: Value, now: Date): Verdict | undefined {
  if (isNull(value)) return rule?.hidesIfNull ? { says: false } : undefined;
  return typeof value === 'string' && value.trim() === '' ? undefined : rule?.judge(value, now);
}

/** YAML leaves `null` as it is written. */
function isNull(value: Value): boolean {
  return value === null || (typeof value === 'string' && ['~', 'null'].includes(value.trim().toLowerCase()));
}

function rowsOf(judge: Judge, names: string[], { hidesIfNull = false } = {}): [string, Rule][] {
  return names.flatMap((line) => line.split(' ')).map((name) => [name, { judge, hidesIfNull }]);
}

function isBoolean(value: Value): boolean {
  return typeof value === 'string' && readBoolean(value) !== undefined;
}

function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (TRUE.includes(word)) return true;
  return FALSE.includes(word) ? false : undefined;
}

function hidesIfTrue(value: Value): Verdict {
  return each(value, (text) => {
    const read = readBoolean(text);
    return read === undefined ? { says: false, why: UNCLEAR } : { says: !read };
  });
}

function hidesIfFalse(value: Value, now: Date): Verdict {
  return each(value, (text) => {
    const read = readBoolean(text);
    return read === undefined ? ifDate(text, now, 'before') : { says: read };
  });
}

function hidesAfter(value: Value, now: Date): Verdict {
  return each(value, (text) =>
    readBoolean(text) === false || fold(text) === 'never' ? { says: undefined } : ifDate(text, now, 'after'),
  );
}

function hidesBefore(value: Value, now: Date): Verdict {
  return each(value, (text) => ifDate(text, now, 'before'));
}

/** Most pages have a `date`, which is often no date of publication; only one in the future is. */
function hidesBeforeDate(value: Value, now: Date): Verdict | undefined {
  const verdict = typeof value === 'string' ? ifDate(value, now, 'before') : undefined;
  return verdict?.says === false && verdict.why === FUTURE ? verdict : undefined;
}

function hidesInState(value: Value): Verdict {
  return { says: wordsOf(value).every((word) => FINISHED.includes(word)) ? undefined : false };
}

function hidesFromMost(value: Value): Verdict {
  const words = wordsOf(value);
  return { says: words.length > 0 && words.every((word) => EVERYONE.includes(word)) ? undefined : false };
}

function hidesFromSome(value: Value): Verdict | undefined {
  const words = [...wordsOf(value), ...wordsOf(value, /[^\p{L}\p{N}]/u)];
  return words.some((word) => SOME.includes(word)) ? { says: false } : undefined;
}

function hidesForGroups(value: Value): Verdict {
  const isNone = wordsOf(value).every((word) => NO_GROUPS.includes(word));
  return { says: isNone && value !== undefined && !isMap(value) ? undefined : false };
}

function hidesIfSet(value: Value): Verdict {
  return each(value, (text) => ({
    says: ['', ...FALSE].includes(text.trim().toLowerCase()) ? undefined : false,
  }));
}

/** Hugo's `build`: a page that is not rendered or not listed. */
function hidesUnbuilt(value: Value): Verdict | undefined {
  if (!isMap(value)) return undefined;
  const parts = [value.get('render'), value.get('list')].flatMap((part) => wordsOf(part));
  return parts.some((word) => ['never', 'link', ...FALSE].includes(word)) ? { says: false } : undefined;
}

const FUTURE = 'which is in the future';
const PAST = 'which is past';
const UNCLEAR = 'which is not understood';

function ifDate(text: string, now: Date, hides: 'before' | 'after'): Verdict {
  const dates = readDates(text);
  if (dates.length === 0) return { says: false, why: UNCLEAR };
  const isHidden = dates.some((date) => (hides === 'before' ? date > now : date <= now));
  return isHidden ? { says: false, why: hides === 'before' ? FUTURE : PAST } : { says: undefined };
}

/** A value that hides decides; an empty list says nothing. */
function each(value: Value, judge: (text: string) => Verdict): Verdict {
  if (typeof value === 'string') return judge(value);
  if (value === undefined || value === null || isMap(value)) return { says: false, why: UNCLEAR };
  const verdicts = value.map((item) => each(item, judge));
  return verdicts.find(({ says }) => says === false) ?? verdicts[0] ?? { says: undefined };
}

function wordsOf(value: Value, separator = /[,;|/]/): string[] {
  if (value === undefined) return ['?'];
  if (value === null) return [];
  if (typeof value === 'string')
    return value
      .split(separator)
      .map((word) => fold(word) || word.trim())
      .filter(Boolean);
  return Array.from(isMap(value) ? value.values() : value).flatMap((item) => wordsOf(item, separator));
}
