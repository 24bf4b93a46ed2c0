import {
  PROPERTY_NAMES,
  type PropertyRow,
  type SaidKeys,
  writeProperty,
} from '../../content/guide-properties.ts';
import { withExportedFiles } from '../../files/content-files.ts';
import { writeRules } from '../../widget/suggestion-rules.ts';
import type {
  DocumentCategory,
  DocumentGuide,
  DocumentKnowledgeBase,
  DocumentName,
  DocumentPlace,
  DocumentTranslation,
} from '../import/json/import-document.ts';
import type { ExportedCategory, ExportedFile, ExportedGuide, Snapshot } from './snapshot.ts';
import type { ExportedName, ExportedTranslation } from './translated-rows.ts';

/**
 * A knowledge base as JSON for an import, in chunks, with one line per category, tag and guide. Equal content makes
 * equal bytes in every database.
 */
export async function* exportDocument(
  snapshot: Snapshot,
  { owners = false, onGuide }: { owners?: boolean | undefined; onGuide: () => void },
): AsyncGenerator<string, void> {
  yield `{\n"knowledge_base": ${JSON.stringify(describeKnowledgeBase(snapshot))},\n`;
  const names = await snapshot.listNames('category');
  const categories = (await snapshot.listCategories()).map((category) => ({
    ...describeCategory(category),
    ...namesIn(names.get(category.slug)),
  }));
  yield `"categories": ${lines(categories)},\n`;
  const tagNames = await snapshot.listNames('tag');
  const tags = (await snapshot.listTags()).map((tag) => ({ ...tag, ...namesIn(tagNames.get(tag.slug)) }));
  yield `"tags": ${lines(tags)},\n`;
  const synonyms = await snapshot.listSynonyms();
  if (synonyms.length > 0) yield `"synonyms": ${lines(synonyms)},\n`;
  if (!(await snapshot.usesEverydaySynonyms())) yield '"everyday_synonyms": false,\n';
  const addresses = await snapshot.listAddresses();
  if (addresses.length > 0) yield `"addresses": ${lines(addresses)},\n`;
  yield '"guides": [';
  const describe = createGuideDescription(await snapshot.listFiles(), owners);
  let separator = '\n';
  for await (const guide of snapshot.guides()) {
    yield `${separator}${JSON.stringify(describe(guide))}`;
    separator = ',\n';
    onGuide();
  }
  yield '\n]\n}\n';
}

function lines(records: object[]): string {
  return records.length === 0 ? '[]' : `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]`;
}

/** Only where there are any. */
function namesIn(names: readonly ExportedName[] | undefined): { translations?: DocumentName[] } {
  return names === undefined ? {} : { translations: names.map(({ of, ...name }) => name) };
}

function describeKnowledgeBase({
  knowledgeBase: { logo, ...knowledgeBase },
  languages,
}: Snapshot): DocumentKnowledgeBase {
  const { name, organization_name, language, accent_color, look, widget_rules } = knowledgeBase;
  return {
    name,
    organization_name,
    language,
    ...(languages.length > 0 && { languages: [language, ...languages] }),
    accent_color,
    ...(logo !== null && { logo }),
    ...(Object.keys(look).length > 0 && { look }),
    ...(widget_rules.length > 0 && { widget_rules: writeRules(widget_rules) }),
  };
}

function describeCategory({ parent, ...category }: ExportedCategory): DocumentCategory {
  const { slug, name, multiple_guides_name, description, icon, position, external } = category;
  return {
    slug,
    name,
    multiple_guides_name,
    ...(description !== '' && { description }),
    ...(icon !== '' && { icon }),
    ...(parent !== null && { parent }),
    position,
    ...(external !== null && { external }),
  };
}

function createGuideDescription(
  files: ExportedFile[],
  owners: boolean,
): (guide: ExportedGuide) => DocumentGuide {
  const byToken = new Map(files.map((file) => [file.token, file]));
  const lastPositions = new Map<string, number>();

  const describePlace = ({ slug, position }: Required<DocumentPlace>) => {
    const follows = position === (lastPositions.get(slug) ?? 0) + 1;
    lastPositions.set(slug, position);
    return follows ? slug : { slug, position };
  };

  const describeText = ({ slug, title, content_html }: ExportedGuide | ExportedTranslation) => ({
    slug,
    title,
    content_html: withExportedFiles(content_html, (token) => byToken.get(token)),
  });

  const describeOrigin = ({ former, external }: ExportedGuide | ExportedTranslation) => ({
    ...(former.length > 0 && { former }),
    ...(external !== null && { external }),
  });

  const describeTranslation = (row: ExportedTranslation): DocumentTranslation => ({
    language: row.language,
    ...describeText(row),
    published: row.published,
    ...describeOrigin(row),
    ...(row.outdated && { outdated: true }),
    ...datesOf(row),
    ...propertiesOf({ ...NO_PROPERTIES, summary: row.summary, synonyms: row.synonyms }),
  });

  return (guide) => ({
    ...describeText(guide),
    categories: guide.categories.map(describePlace),
    tags: guide.tags,
    published: guide.published,
    ...describeOrigin(guide),
    ...(guide.upvotes + guide.downvotes > 0 && { votes: { up: guide.upvotes, down: guide.downvotes } }),
    ...datesOf(guide),
    ...propertiesOf({ ...guide, owner: owners ? guide.owner : null }),
    ...(guide.translations.length > 0 && { translations: guide.translations.map(describeTranslation) }),
  });
}

/** Translations have only a summary and search words. */
const NO_PROPERTIES = { owner: null, review_months: null, reviewed_on: null, review_on: null };

function datesOf({ created_at, updated_at }: Pick<ExportedGuide, 'created_at' | 'updated_at'>) {
  return { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

/** As an import reads them; those without a value are left out. */
function propertiesOf(row: PropertyRow): SaidKeys {
  const said = PROPERTY_NAMES.map((name) => writeProperty(name, row));
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}
