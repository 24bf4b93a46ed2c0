import {
  PROPERTY_NAMES,
  type PropertyRow,
  type SaidKeys,
  writeProperty,
} from '../../content/guide-properties.ts';
import { withExportedFiles } from '../../files/content-files.ts';
import type {
  DocumentCategory,
  DocumentGuide,
  DocumentKnowledgeBase,
  DocumentPlace,
} from '../import/json/document-schema.ts';
import type {
  ExportedCategory,
  ExportedFile,
  ExportedGuide,
  ExportedKnowledgeBase,
  Snapshot,
} from './snapshot.ts';

/**
 * A knowledge base as JSON for an import, in chunks, with one line per category, tag and guide. Equal content makes
 * equal bytes in every database.
 */
export async function* exportDocument(
  snapshot: Snapshot,
  { owners = false, onGuide }: { owners?: boolean | undefined; onGuide: () => void },
): AsyncGenerator<string, void> {
  yield `{\n"knowledge_base": ${JSON.stringify(describeKnowledgeBase(snapshot.knowledgeBase))},\n`;
  yield `"categories": ${lines((await snapshot.listCategories()).map(describeCategory))},\n`;
  yield `"tags": ${lines(await snapshot.listTags())},\n`;
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

function describeKnowledgeBase({ logo, ...knowledgeBase }: ExportedKnowledgeBase): DocumentKnowledgeBase {
  const { name, organization_name, language, accent_color, look } = knowledgeBase;
  return {
    name,
    organization_name,
    language,
    accent_color,
    ...(logo !== null && { logo }),
    ...(Object.keys(look).length > 0 && { look }),
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

  return ({ slug, title, content_html, categories, tags, published, former, external, ...row }) => ({
    slug,
    title,
    content_html: withExportedFiles(content_html, (token) => byToken.get(token)),
    categories: categories.map(describePlace),
    tags,
    published,
    ...(former.length > 0 && { former }),
    ...(external !== null && { external }),
    ...(row.upvotes + row.downvotes > 0 && { votes: { up: row.upvotes, down: row.downvotes } }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...propertiesOf({ ...row, owner: owners ? row.owner : null }),
  });
}

/** As an import reads them; those without a value are left out. */
function propertiesOf(row: PropertyRow): SaidKeys {
  const said = PROPERTY_NAMES.map((name) => writeProperty(name, row));
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}
