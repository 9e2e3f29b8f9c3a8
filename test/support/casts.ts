/** Finds casts in the code. */
import type { Node } from 'typescript'
import { ts } from './typescript.ts'

/** Returns the lines on which a file, with this text, asserts a type with `as`; `as const` asserts none. */
export function castsIn(file: string, text: string): readonly number[] {
  // Parsing every file takes seconds: most have the word in comments and imports alone.
  if (!/^(?!import|export \{)[^*/\n]*\bas (?!const\b)/m.test(text)) return []
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const lines: number[] = []
  const visit = (node: Node): void => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type))
      lines.push(tree.getLineAndCharacterOfPosition(node.pos).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return lines
}
