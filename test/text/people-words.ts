import ts from 'typescript';

/** Fields that hold texts by people: names, titles, messages, reasons, notes. */
const WORDS = new Set([
  'name',
  'last_name',
  'firstName',
  'lastName',
  'store_name',
  'shop_name',
  'storeName',
  'shopName',
  'trackName',
  'track_name',
  'title',
  'reason',
  'note',
  'message',
  'description',
  'reference',
  'answer',
  'content',
]);
/** Elements and components that need no `dir`: they set it themselves, or HTML allows no direction in them. */
const OWN = new Set([
  ...['bdi', 'title', 'option', 'caption', 'text'],
  ...['Badge', 'ClippedText', 'Fact', 'Fault', 'Id', 'OutcomeTitle', 'TwoLines', 'Heading', 'Radix.Content'],
]);

/** Whether an expression may draw one of `WORDS`, apart from conditions such as `name` in `name ? 1 : 2`. */
function saysWords(node: ts.Expression | undefined): boolean {
  if (!node) return false;
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return saysWords(node.expression);
  if (ts.isIdentifier(node)) return WORDS.has(node.text);
  if (ts.isPropertyAccessExpression(node)) return WORDS.has(node.name.text);
  if (ts.isConditionalExpression(node)) return saysWords(node.whenTrue) || saysWords(node.whenFalse);
  if (ts.isTemplateExpression(node)) return node.templateSpans.some((span) => saysWords(span.expression));
  if (!ts.isBinaryExpression(node)) return false;
  const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  return saysWords(node.right) || (!isAnd && saysWords(node.left));
}

/** Whether an element stands in a `ClippedText`, which takes its direction from all that it holds. */
function isInClipped(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent as ts.Node | undefined)
    if (ts.isJsxElement(at) && at.openingElement.tagName.getText() === 'ClippedText') return true;
  return false;
}

/**
 * Finds elements without a `dir` that draw people's words. Words in Arabic or Hebrew run from the right, which the browser
 * detects only with `dir="auto"`.
 * @returns the line and the expression of each place
 */
export function undirectedWords(code: string): string[] {
  const source = ts.createSourceFile('a.tsx', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const misses: string[] = [];
  const visit = (node: ts.Node) => {
    const element = node.parent as ts.Node | undefined;
    if (
      ts.isJsxExpression(node) &&
      element &&
      (ts.isJsxElement(element) || ts.isJsxFragment(element)) &&
      saysWords(node.expression)
    ) {
      const tag = ts.isJsxElement(element) ? element.openingElement.tagName.getText() : '';
      const attributes = ts.isJsxElement(element) ? element.openingElement.attributes.properties : [];
      const isDirected = attributes.some((attribute) => ts.isJsxAttribute(attribute) && attribute.name.getText() === 'dir');
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (!isDirected && !OWN.has(tag) && !isInClipped(element)) misses.push(`${line + 1}: <${tag}>${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return misses;
}
