import type { Counts } from '../../cleaning/removed-markup.ts';
import { NOTATIONS } from '../../markdown/notation.ts';
import type { ImportSummary } from './import-summary.ts';
import { problemsOf } from './problems.ts';

const MAX_LISTED = 10;

/** Problems have to be mended, so more of them are listed. */
const MAX_PROBLEMS = 50;

export function summaryDocument(summary: ImportSummary, seconds: number): object {
  const { findings } = summary;
  const { removed, brokenLinks, imagesLeftOut, unknownKeys, notation } = findings;
  return {
    host: summary.host,
    dry_run: summary.dryRun,
    guides: summary.guides,
    ...translationsDocument(summary),
    properties: summary.properties,
    gone: summary.gone,
    ...(summary.unpublished && { unpublished: summary.unpublished }),
    renamed: summary.renames,
    moved: summary.moved,
    edited: summary.edited,
    categories: summary.categories,
    tags: summary.tags,
    addresses: summary.addresses,
    images: summary.images,
    removed: {
      elements: Object.fromEntries(removed.elements),
      attributes: Object.fromEntries(removed.attributes),
      links: Object.fromEntries(removed.links),
    },
    removed_in: Object.fromEntries(
      Array.from(findings.removedIn, ([name, files]) => [name, Object.fromEntries(files)]),
    ),
    removed_addresses: findings.lostAddresses,
    linked: findings.linked,
    broken_links: brokenLinks,
    images_left_out: imagesLeftOut,
    unknown_keys: Object.fromEntries(unknownKeys),
    kept_as_typed: notationDocument(notation.kept),
    notation_left_out: notationDocument(notation.removed),
    ignored_files: summary.ignoredFiles,
    left_out: summary.leftOut,
    empty: summary.empty,
    deleted_here: summary.deletedHere,
    not_public: summary.notPublic,
    restricted: summary.restricted,
    imagesElsewhere: summary.imagesElsewhere,
    still_public: summary.stillPublic,
    stay_unpublished: summary.stayUnpublished,
    remarks: summary.remarks,
    seconds,
  };
}

/** Only where there are any. */
function translationsDocument({ translations, otherLanguages }: ImportSummary): object {
  const { created, updated, unchanged } = translations;
  return {
    ...(created + updated + unchanged > 0 && { translations }),
    ...(otherLanguages.size > 0 && { other_languages: Object.fromEntries(otherLanguages) }),
  };
}

export function describeImport(summary: ImportSummary, seconds: number): string {
  const { guides, categories, tags, images, findings, renames, ignoredFiles, dryRun, host } = summary;
  const { removed, brokenLinks, imagesLeftOut, unknownKeys, notation } = findings;
  const lines = [
    dryRun
      ? `Dry run for ${host} in ${seconds} s. Nothing was changed. An import would make:`
      : `Imported into ${host} in ${seconds} s:`,
    `  guides      ${guides.created} created, ${guides.updated} updated, ${guides.unchanged} unchanged`,
    ...describeTranslations(summary.translations),
    ...(summary.properties > 0
      ? [`  properties  ${summary.properties} updated (summary, search words, owner, reviews)`]
      : []),
    `  categories  ${categories.created} created, ${categories.updated} updated`,
    `  tags        ${tags.created} created, ${tags.updated} updated`,
    ...(summary.addresses.created + summary.addresses.updated > 0
      ? [`  addresses   ${summary.addresses.created} created, ${summary.addresses.updated} updated`]
      : []),
    `  files       ${images.created} created, ${images.deleted} deleted`,
    ...describeLeftOut(summary.leftOut),
    ...describeList('Not imported, since they have no content', summary.empty),
    ...describeList(
      'Deleted here, left so (kb guide restore restores them; after kb guide purge an import creates them again)',
      summary.deletedHere,
    ),
    ...describeList(
      'For some readers only where they were, so unpublished here',
      summary.restricted.filter((place) => summary.notPublic.includes(place)),
    ),
    ...describeList(
      'Not public, as the source says',
      summary.notPublic.filter((place) => !summary.restricted.includes(place)),
    ),
    ...describeList(
      'Public here although the source says otherwise, since they were changed or published here (kb unpublish hides them)',
      summary.stillPublic,
    ),
    ...describeList('Unpublished here, left so (kb publish publishes them)', summary.stayUnpublished),
    ...describeCounts(
      'In languages that it does not have, not imported (--languages adds them)',
      summary.otherLanguages,
    ),
    ...describeList('Remarks', summary.remarks),
    ...describeByFile('Removed elements', findings.removedIn),
    ...describeCounts('Removed attributes', removed.attributes),
    ...describeCounts('Removed links', removed.links),
    ...describeList('Removed addresses', findings.lostAddresses),
    ...describeList('Films and frames, now links', findings.linked),
    ...describeList('Links that lead nowhere', brokenLinks),
    ...describeList('Images and files not imported', imagesLeftOut),
    ...describeList('Images that stay on other sites', summary.imagesElsewhere),
    ...describeNotation('Kept as typed', notation.kept),
    ...describeNotation('Notation left out', notation.removed),
    ...describeCounts('Unknown keys', unknownKeys),
    ...(ignoredFiles > 0
      ? [`Neither guides nor images, imported only if a guide links to them: ${ignoredFiles}`]
      : []),
    ...describeList(
      'Renamed guides that keep their new slug',
      renames.map(({ former, slug }) => `${former} → ${slug}`),
    ),
    ...describeList(
      'Moved guides, whose former addresses redirect',
      summary.moved.map(({ former, slug }) => `${former} → ${slug}`),
    ),
    ...describeList(
      'Guides changed here since their last import, left unchanged (--overwrite replaces them)',
      summary.edited,
    ),
    ...describeGone(summary),
  ];
  return lines.join('\n');
}

function describeTranslations({ created, updated, unchanged }: ImportSummary['translations']): string[] {
  return created + updated + unchanged > 0
    ? [`  translated  ${created} created, ${updated} updated, ${unchanged} unchanged`]
    : [];
}

function describeLeftOut(leftOut: ImportSummary['leftOut']): string[] {
  const [heading, ...problems] = describeList('Not imported', problemsOf(leftOut), MAX_PROBLEMS);
  return heading === undefined ? [] : [`Not imported: ${leftOut.length}`, ...problems];
}

function describeGone({ gone, unpublished }: ImportSummary): string[] {
  if (!unpublished) return describeList('Guides missing from the source, left unchanged', gone);
  const before = new Set(unpublished);
  const hidden = gone.filter((slug) => !before.has(slug));
  return [
    ...describeList('Guides missing from the source, now unpublished', unpublished),
    ...describeList('Guides missing from the source, already unpublished', hidden),
  ];
}

type ByNotation = ImportSummary['findings']['notation']['kept'];

function notationDocument(notation: ByNotation): object {
  return Object.fromEntries(Array.from(notation, ([name, files]) => [name, Object.fromEntries(files)]));
}

function describeNotation(heading: string, notation: ByNotation): string[] {
  return describeByFile(heading, new Map(Array.from(notation, ([name, files]) => [NOTATIONS[name], files])));
}

/** The sums, and the files with most. */
function describeByFile(heading: string, found: ReadonlyMap<string, Counts>): string[] {
  const sums = new Map(Array.from(found, ([name, files]) => [name, sumOf(files)]));
  const byFile = new Map<string, string[]>();
  const totals = new Map<string, number>();
  for (const [name, files] of found) {
    for (const [file, number] of files) {
      byFile.set(file, [...(byFile.get(file) ?? []), `${name} ${number}`]);
      totals.set(file, (totals.get(file) ?? 0) + number);
    }
  }
  const most = [...byFile].sort(([a], [b]) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0));
  const lines = most.map(([file, names]) => `${file}: ${names.join(', ')}`);
  const [, ...listed] = describeList(heading, lines);
  return [...describeCounts(heading, sums), ...listed];
}

function sumOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, number) => sum + number, 0);
}

function describeCounts(heading: string, counts: Counts): string[] {
  if (counts.size === 0) return [];
  const most = [...counts].sort(([, a], [, b]) => b - a);
  return [`${heading}: ${most.map(([name, number]) => `${name} ${number}`).join(', ')}`];
}

function describeList(heading: string, entries: readonly string[], most = MAX_LISTED): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - most;
  const shown = entries.slice(0, most).map((entry) => `  ${entry}`);
  return [
    `${heading}: ${entries.length}`,
    ...shown,
    ...(more > 0 ? [`  … and ${more} more (--json lists all)`] : []),
  ];
}
