import ts from '@typescript/typescript6';

/** Finds where a statement is made: the tagged template or the `sql.file(…)` behind an expression. */
export interface StatementSources {
  /**
   * @param via a call of the function that `node` is in, whose arguments alone count; otherwise those of all its calls
   * @returns none if that cannot be seen, several if the statement is chosen or passed to a function
   */
  find(node: ts.Node, via?: ts.CallExpression): ts.Node[];
  callsOf(declaration: ts.Node): ts.CallExpression[];
}

const TAG = /^sql(?:Template)?$/;
const FILE = /^sql(?:Template)?\.file$/;

export function createStatementSources(
  checker: ts.TypeChecker,
  files: readonly ts.SourceFile[],
): StatementSources {
  const calls = Map.groupBy(files.flatMap(listCalls), ({ expression }) => nameOf(expression));

  function callsOf(declaration: ts.Node): ts.CallExpression[] {
    const name = ts.isVariableDeclaration(declaration.parent)
      ? declaration.parent.name
      : nameNode(declaration);
    const symbol = name && checker.getSymbolAtLocation(name);
    const named = symbol ? (calls.get(symbol.name) ?? []) : [];
    return named.filter(({ expression }) => symbolOf(expression) === symbol);
  }

  function symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }

  function find(from: ts.Node, via?: ts.CallExpression): ts.Node[] {
    return visit(from, via ? [via] : []);
  }

  /** @param path what led here: calls give values to parameters, and nothing is visited within itself */
  function visit(node: ts.Node | undefined, above: readonly ts.Node[]): ts.Node[] {
    if (!node || above.includes(node)) return [];
    const path = [...above, node];
    const visitNext = (next: ts.Node | undefined) => visit(next, path);
    if (ts.isTaggedTemplateExpression(node)) return TAG.test(node.tag.getText()) ? [node] : [];
    if (ts.isCallExpression(node)) {
      if (FILE.test(node.expression.getText())) return [node];
      // An unknown function that takes a statement returns it.
      const made = visitNext(node.expression);
      return made.length > 0 ? made : node.arguments.flatMap(visitNext);
    }
    return originsOf(node, path).flatMap(visitNext);
  }

  function originsOf(node: ts.Node, path: readonly ts.Node[]): readonly (ts.Node | undefined)[] {
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))
      return symbolOf(node)?.declarations ?? [];
    if (ts.isShorthandPropertyAssignment(node))
      return checker.getShorthandAssignmentValueSymbol(node)?.declarations ?? [];
    if (ts.isBindingElement(node)) return propertiesOf(node, path);
    if (ts.isParameter(node)) return argumentsFor(node, path);
    return ts.isFunctionLike(node) ? returnsOf(node) : partsOf(node);
  }

  function propertiesOf(element: ts.BindingElement, path: readonly ts.Node[]): ts.Node[] {
    const { parent } = element.parent;
    const origins = ts.isParameter(parent) ? argumentsFor(parent, path) : [parent.initializer];
    const name = (element.propertyName ?? element.name).getText();
    return origins.flatMap(
      (origin) => (origin && checker.getTypeAtLocation(origin).getProperty(name)?.declarations) ?? [],
    );
  }

  function argumentsFor(parameter: ts.ParameterDeclaration, path: readonly ts.Node[]): ts.Node[] {
    const index = parameter.parent.parameters.indexOf(parameter);
    const all = callsOf(parameter.parent);
    const own = all.findLast((call) => path.includes(call));
    return (own ? [own] : all).flatMap((call) => call.arguments[index] ?? []);
  }

  return { find, callsOf };
}

/** The expressions of which one is the value. */
function partsOf(node: ts.Node): readonly (ts.Node | undefined)[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isBinaryExpression(node)) return [node.left, node.right];
  if (ts.isObjectLiteralExpression(node)) return node.properties;
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) return [node.initializer];
  const isWrapped =
    ts.isElementAccessExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node);
  return isWrapped ? [node.expression] : [];
}

function returnsOf(declaration: ts.SignatureDeclaration): ts.Node[] {
  const body = 'body' in declaration ? (declaration.body as ts.Node | undefined) : undefined;
  if (!body || !ts.isBlock(body)) return body ? [body] : [];
  const returned: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) returned.push(node.expression);
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return returned;
}

export function listCalls(file: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

function nameOf(callee: ts.Expression): string {
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
}

function nameNode(declaration: ts.Node): ts.Node | undefined {
  return ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)
    ? declaration.name
    : undefined;
}
