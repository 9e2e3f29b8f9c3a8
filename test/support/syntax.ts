/** Finds in the code what the house forbids: long functions, long lists of parameters, and spreads of literals. */
import type { Node, SourceFile } from 'typescript'
import { ts } from './typescript.ts'

/** A function: the line on which it begins, its name (`?` if it has none), and a size in lines or parameters. */
export interface Sized {
  readonly line: number
  readonly name: string
  readonly size: number
}

type Callable = Node & {
  readonly parameters?: readonly Node[]
  readonly body?: Node | undefined
  readonly name?: Node | undefined
}

/** Returns the syntax tree of a file below `src` with this text. */
export function treeOf(file: string, text: string): SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
}

function* nodesIn(node: Node): Generator<Node> {
  yield node
  const children: Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* nodesIn(child)
}

const callablesIn = (tree: SourceFile): readonly Callable[] =>
  [...nodesIn(tree)].filter((node) => ts.isFunctionLike(node))

const lineAt = (tree: SourceFile, position: number) => tree.getLineAndCharacterOfPosition(position).line
const linesOf = (tree: SourceFile, node: Node) =>
  lineAt(tree, node.end) - lineAt(tree, node.getStart(tree)) + 1

function named(tree: SourceFile, node: Callable): string {
  const { parent } = node
  if (node.name !== undefined) return node.name.getText(tree)
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText(tree) : '?'
}

/** Whether the value of an expression is a table of data: a literal without a function that has a block of its own. */
function isTable(node: Node): boolean {
  const isLiteral =
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isTaggedTemplateExpression(node)
  return isLiteral && ![...nodesIn(node)].some((inner) => ts.isBlock(inner))
}

const unwrapped = (node: Node): Node =>
  ts.isParenthesizedExpression(node) ? unwrapped(node.expression) : node

/** The table that the last statement of a body returns; undefined if it returns none. */
function returnedTable(body: Node): Node | undefined {
  const last = ts.isBlock(body) ? body.statements.at(-1) : undefined
  const value = ts.isBlock(body) ? last && ts.isReturnStatement(last) && last.expression : body
  const table = value ? unwrapped(value) : undefined
  return table && isTable(table) ? table : undefined
}

/** Returns the functions of a file with the lines of their bodies. A table of data that is returned at the end does not count. */
export function functionsIn(tree: SourceFile): readonly Sized[] {
  return callablesIn(tree).flatMap((node) => {
    const { body } = node
    if (body === undefined) return []
    const table = returnedTable(body)
    const all = linesOf(tree, body) - (ts.isBlock(body) ? 2 : 0)
    const size = table === undefined ? all : all - linesOf(tree, table)
    return [{ line: lineAt(tree, node.getStart(tree)) + 1, name: named(tree, node), size }]
  })
}

/** Returns the functions and signatures of a file with the number of their parameters. */
export function parametersIn(tree: SourceFile): readonly Sized[] {
  return callablesIn(tree).map((node) => ({
    line: lineAt(tree, node.getStart(tree)) + 1,
    name: named(tree, node),
    size: node.parameters?.length ?? 0,
  }))
}

/** Returns the lines of a file on which the literal of an object or of an array is spread into another one. */
export function literalSpreadsIn(tree: SourceFile): readonly number[] {
  return [...nodesIn(tree)].flatMap((node) => {
    if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node)) return []
    const inner = unwrapped(node.expression)
    const isSame = ts.isSpreadAssignment(node)
      ? ts.isObjectLiteralExpression(inner)
      : ts.isArrayLiteralExpression(inner)
    return isSame ? [lineAt(tree, node.getStart(tree)) + 1] : []
  })
}
