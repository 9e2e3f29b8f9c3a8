/**
 * Counts the steps of a regular expression in a backtracking engine such as V8's. A step is one comparison of a character; the
 * expression's own flags decide whether characters match.
 */

export type Node =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'edge'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'look'; readonly of: Node; readonly back: boolean; readonly wanted: boolean }
  | {
      readonly kind: 'repeat'
      readonly of: Node
      readonly least: number
      readonly most: number
      readonly lazy: boolean
    }

/** Reads the source of an expression; a reference by name counts as any one character. Throws for unknown syntax. */
export function parsed(source: string): Node {
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    const sticky = new RegExp(pattern.source, 'yu')
    sticky.lastIndex = at
    const found = sticky.exec(source)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const choice = (): Node => {
    const parts = [sequence()]
    while (take(/\|/) !== undefined) parts.push(sequence())
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts }
  }
  const sequence = (): Node => {
    const parts: Node[] = []
    while (at < source.length && !'|)'.includes(source.charAt(at))) parts.push(repeated(atom()))
    return { kind: 'sequence', parts }
  }
  const group = (): Node => {
    const open = take(/\((?:\?(?:<[=!]|<\w+>|[:=!]))?/) ?? ''
    const of = choice()
    if (take(/\)/) === undefined) throw new Error(`a group of ${source} does not end`)
    const [, back, sign] = /^\(\?(<?)([=!])$/.exec(open) ?? []
    return sign === undefined ? of : { kind: 'look', of, back: back === '<', wanted: sign === '=' }
  }
  const atom = (): Node => {
    if (source.charAt(at) === '(') return group()
    const edge = take(/[\^$]|\\[bB]/)
    if (edge !== undefined) return { kind: 'edge', source: edge }
    if (take(/\\k<\w+>/) !== undefined) return { kind: 'character', source: '[^]' }
    const found = take(
      /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[^1-9k]|\[(?:\\.|[^\]\\])*\]|[^\\]/i,
    )
    if (found === undefined) throw new Error(`what is at ${at} of ${source} is not known`)
    return { kind: 'character', source: found }
  }
  const repeated = (of: Node): Node => {
    const mark = take(/[*+?]|\{\d+(?:,\d*)?\}/)
    if (mark === undefined) return of
    const lazy = take(/\?/) !== undefined
    const [, least = mark === '+' ? 1 : 0, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(mark) ?? []
    const whole =
      comma === undefined ? (mark === '?' ? 1 : Infinity) : comma === '' ? least : most || Infinity
    return { kind: 'repeat', of, least: Number(least), most: Number(whole), lazy }
  }
  return choice()
}

/** A node and all its descendants. */
export function nodesOf(node: Node): readonly Node[] {
  const below = 'parts' in node ? node.parts : 'of' in node ? [node.of] : []
  return [node, ...below.flatMap(nodesOf)]
}

const tooMany = new Error('too many steps')

type Next = (at: number) => number | undefined

type Test = (character: string) => boolean

/** Flags → source of one character → its test. An expression is tried on hundreds of texts, and most share their characters. */
const tests = new Map<string, Map<string, Test>>()

function testOf(source: string, own: string): Test {
  const pattern = new RegExp(`^(?:${source})$`, own.includes('s') ? own : `${own}s`.replace('m', ''))
  const dot = source === '.' && !own.includes('s')
  const answers = new Map<string, boolean>()
  return (one) => {
    const answer = answers.get(one) ?? (dot ? !/[\n\r\u2028\u2029]/.test(one) : pattern.test(one))
    answers.set(one, answer)
    return answer
  }
}

/** The engine of one expression: returns the end of a match from an index, or undefined. Throws `tooMany` past `most` steps. */
function engine(flags: string, text: string, most: number) {
  const own = flags.replace(/[gyd]/g, '')
  const characters = [...text]
  const known = tests.get(own) ?? new Map<string, Test>()
  tests.set(own, known)
  let steps = 0
  const test = (source: string, character: string) => {
    const made = known.get(source) ?? testOf(source, own)
    known.set(source, made)
    return made(character)
  }
  const isWord = (at: number) => /\w/.test(characters[at] ?? '')
  const isEdge = (source: string, at: number) => {
    const lineEnds = own.includes('m')
    if (source === '^') return at === 0 || (lineEnds && characters[at - 1] === '\n')
    if (source === '$') return at === characters.length || (lineEnds && characters[at] === '\n')
    return (isWord(at - 1) !== isWord(at)) === (source === '\\b')
  }
  const run = (node: Node, at: number, back: boolean, next: Next): number | undefined => {
    steps += 1
    if (steps > most) throw tooMany
    if (node.kind === 'edge') return isEdge(node.source, at) ? next(at) : undefined
    if (node.kind === 'character') {
      const one = characters[back ? at - 1 : at]
      return one !== undefined && test(node.source, one) ? next(back ? at - 1 : at + 1) : undefined
    }
    if (node.kind === 'look') {
      const found = run(node.of, at, node.back, (end) => end) !== undefined
      return found === node.wanted ? next(at) : undefined
    }
    if (node.kind === 'choice') {
      for (const one of node.parts) {
        const end = run(one, at, back, next)
        if (end !== undefined) return end
      }
      return undefined
    }
    if (node.kind === 'sequence') {
      const order = back ? [...node.parts].reverse() : node.parts
      const from = (index: number, place: number): number | undefined => {
        const one = order[index]
        return one === undefined ? next(place) : run(one, place, back, (end) => from(index + 1, end))
      }
      return from(0, at)
    }
    const again = (count: number, place: number): number | undefined => {
      const more = () =>
        count < node.most
          ? run(node.of, place, back, (end) => (end === place ? undefined : again(count + 1, end)))
          : undefined
      const done = () => (count >= node.least ? next(place) : undefined)
      return node.lazy ? (done() ?? more()) : (more() ?? done())
    }
    return again(0, at)
  }
  return { length: characters.length, run, steps: () => steps }
}

/** Returns the steps of finding every match of an expression in a text; infinity above `most`. */
export function stepsOf(pattern: Node, flags: string, text: string, most: number): number {
  const { length, run, steps } = engine(flags, text, most)
  try {
    for (let at = 0; at <= length; ) {
      const end = run(pattern, at, false, (place) => place)
      at = end === undefined ? at + 1 : Math.max(end, at + 1)
    }
    return steps()
  } catch (error) {
    if (error === tooMany) return Number.POSITIVE_INFINITY
    throw error
  }
}
