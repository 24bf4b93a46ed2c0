import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from '@typescript/typescript6';
import { ROOT } from '../../local/settings.ts';
import { createStatementSources, listCalls, type StatementSources } from './statement-sources.ts';

/** Where a statement is run, and the type that its rows are said to have. */
export interface TypedCall {
  /** `services/…/find-guide.ts:30` */
  place: string;
  row: ts.Type;
  /** Where the statement is made: several if it is chosen, none if that cannot be seen. */
  made: ts.Node[];
}

export interface Calls {
  checker: ts.TypeChecker;
  typed: TypedCall[];
  /** Places where text is run that the tag has not made, with the text. */
  untagged: { place: string; text: string }[];
  /** Places where columns of rows without a type are read. */
  untyped: string[];
}

const METHOD = /^(?:any|each|many|manyOrNone|map|none|one|oneOrNone|query|result)$/;

/** The modules of services and packages that know the database. */
export function listModules(): string[] {
  const exclude = ['**/*.test.ts', '**/testing/**', '**/*.d.ts'];
  return globSync('{packages,services}/*/src/**/*.ts', { cwd: ROOT, exclude })
    .map((file) => join(ROOT, file))
    .filter((file) => /@guidepost\/postgres'|packages\/postgres\//.test(file + readFileSync(file, 'utf8')));
}

/** Finds the calls by which these modules run statements. */
export function findCalls(modules: readonly string[]): Calls {
  const path = join(ROOT, 'tsconfig.test.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const program = ts.createProgram(modules, options);
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => modules.includes(fileName));
  const sources = createStatementSources(checker, files);
  const found: Calls = { checker, typed: [], untagged: [], untyped: [] };
  for (const call of files.flatMap(listCalls)) addCall(call, found, sources);
  return found;
}

function addCall(call: ts.CallExpression, found: Calls, sources: StatementSources): void {
  const { expression } = call;
  const [statement] = call.arguments;
  if (!statement || !ts.isPropertyAccessExpression(expression) || !METHOD.test(expression.name.text)) return;
  const signature = found.checker.getResolvedSignature(call);
  const isBound = found.checker.getTypeAtLocation(statement).symbol?.name === 'BoundStatement';
  if (!isBound) {
    const isDriver = /node_modules\/(?:@types\/)?pg(?:-promise)?\//.test(
      signature?.declaration?.getSourceFile().fileName ?? '',
    );
    if (isDriver) found.untagged.push({ place: placeOf(call), text: textOf(found.checker, statement) });
    return;
  }
  const [row] = (signature && found.checker.getTypeArgumentsForResolvedSignature(signature)) ?? [];
  if (!row || expression.name.text === 'none') return;
  if (row.flags & ts.TypeFlags.Any) {
    if (isRead(call)) found.untyped.push(placeOf(call));
    return;
  }
  const generic = genericOf(row);
  if (!generic) found.typed.push({ place: placeOf(call), row, made: sources.find(statement) });
  else for (const caller of sources.callsOf(generic)) addCaller(caller);

  function addCaller(caller: ts.CallExpression): void {
    const called = found.checker.getResolvedSignature(caller);
    const [given] = (called && found.checker.getTypeArgumentsForResolvedSignature(called)) ?? [];
    if (statement && given && !genericOf(given))
      found.typed.push({ place: placeOf(caller), row: given, made: sources.find(statement, caller) });
  }
}

/** The function of whose type parameter a row type is, or consists. */
function genericOf(row: ts.Type): ts.Node | undefined {
  const parts = [row, ...(row.aliasTypeArguments ?? []), ...(row.isUnionOrIntersection() ? row.types : [])];
  const parameter = parts.find(({ flags }) => flags & ts.TypeFlags.TypeParameter);
  return parameter?.symbol.declarations?.[0]?.parent;
}

function isRead(call: ts.CallExpression): boolean {
  let node: ts.Node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  const isDestructured = ts.isVariableDeclaration(parent) && !ts.isIdentifier(parent.name);
  return (
    isDestructured ||
    (ts.isPropertyAccessExpression(parent) && node !== call && parent.name.text !== 'length')
  );
}

/** The text where it is constant, else its expression. */
function textOf(checker: ts.TypeChecker, statement: ts.Expression): string {
  const type = checker.getTypeAtLocation(statement);
  return type.isStringLiteral() ? type.value : statement.getText().replace(/^`/, '');
}

function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(ROOT, file.fileName)}:${line + 1}`;
}
