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

/** Goes on with the match from an index: returns its end, or undefined. */
type Next = (at: number) => number | undefined

/** The characters of all texts. Engines use their indexes here, because comparing strings at each step takes twice as long. */
const alphabet: string[] = []
const indexes = new Map<string, number>()

function indexOf(character: string): number {
  const known = indexes.get(character)
  if (known !== undefined) return known
  indexes.set(character, alphabet.length)
  return alphabet.push(character) - 1
}

/** Whether the character with an index matches; that of no character does not. */
type Test = (index: number) => boolean

/** The index of no character: before and after the text. */
const NONE = indexOf('')

function testOf(source: string, own: string): Test {
  const pattern = new RegExp(`^(?:${source})$`, own.includes('s') ? own : `${own}s`.replace('m', ''))
  const dot = source === '.' && !own.includes('s')
  const answers: (boolean | undefined)[] = [false]
  return (index) => {
    const known = answers[index]
    if (known !== undefined) return known
    const one = alphabet[index] ?? ''
    const answer = dot ? !/[\n\r\u2028\u2029]/.test(one) : pattern.test(one)
    answers[index] = answer
    return answer
  }
}

/** Flags and source of one character → its test. Many expressions have the same characters. */
const tests = new Map<string, Test>()

function sharedTestOf(source: string, own: string): Test {
  const key = `${own}/${source}`
  const test = tests.get(key) ?? testOf(source, own)
  tests.set(key, test)
  return test
}

const isWord = sharedTestOf('\\w', '')
const lineEnd = indexOf('\n')

/**
 * Returns a function that counts the steps of finding every match of an expression in a text; infinity above `most`. Each node becomes
 * a function that knows what comes after it: reading the nodes again at each step takes three times as long.
 */
export function stepsIn(pattern: Node, flags: string): (text: string, most: number) => number {
  const own = flags.replace(/[gyd]/g, '')
  const lineEnds = own.includes('m')
  let characters: readonly number[] = []
  let [steps, limit] = [0, 0]
  const step = () => {
    steps += 1
    if (steps > limit) throw tooMany
  }
  const edges: Readonly<Record<string, (at: number) => boolean>> = {
    '^': (at) => at === 0 || (lineEnds && characters[at - 1] === lineEnd),
    $: (at) => at === characters.length || (lineEnds && characters[at] === lineEnd),
    '\\b': (at) => isWord(characters[at - 1] ?? NONE) !== isWord(characters[at] ?? NONE),
    '\\B': (at) => isWord(characters[at - 1] ?? NONE) === isWord(characters[at] ?? NONE),
  }
  const compiled = (node: Node, back: boolean, next: Next): Next => {
    if (node.kind === 'edge') {
      const isEdge = edges[node.source] ?? (() => false)
      return (at) => {
        step()
        return isEdge(at) ? next(at) : undefined
      }
    }
    if (node.kind === 'character') {
      const test = sharedTestOf(node.source, own)
      const way = back ? -1 : 1
      const offset = back ? -1 : 0
      return (at) => {
        step()
        return test(characters[at + offset] ?? NONE) ? next(at + way) : undefined
      }
    }
    if (node.kind === 'look') {
      const of = compiled(node.of, node.back, (end) => end)
      return (at) => {
        step()
        return (of(at) !== undefined) === node.wanted ? next(at) : undefined
      }
    }
    if (node.kind === 'choice') {
      const parts = node.parts.map((one) => compiled(one, back, next))
      return (at) => {
        step()
        for (const one of parts) {
          const end = one(at)
          if (end !== undefined) return end
        }
        return undefined
      }
    }
    if (node.kind === 'sequence') {
      const order = back ? node.parts : [...node.parts].reverse()
      const first = order.reduce((after, one) => compiled(one, back, after), next)
      return (at) => {
        step()
        return first(at)
      }
    }
    return repeated(node, back, next)
  }
  const repeated = (node: Node & { readonly kind: 'repeat' }, back: boolean, next: Next): Next => {
    // Of the current round: what a call changes it puts back, because a repetition may contain or follow itself.
    let [count, start] = [0, 0]
    const inRound = (nextCount: number, nextStart: number, go: Next, at: number) => {
      const countBefore = count
      const startBefore = start
      count = nextCount
      start = nextStart
      const end = go(at)
      count = countBefore
      start = startBefore
      return end
    }
    const once = compiled(node.of, back, (end) =>
      end === start ? undefined : inRound(count + 1, end, again, end),
    )
    const more: Next = (at) => (count < node.most ? inRound(count, at, once, at) : undefined)
    const done: Next = (at) => (count >= node.least ? next(at) : undefined)
    const again: Next = node.lazy ? (at) => done(at) ?? more(at) : (at) => more(at) ?? done(at)
    return (at) => {
      step()
      return inRound(0, at, again, at)
    }
  }
  const whole = compiled(pattern, false, (end) => end)
  return (text, most) => {
    characters = Array.from(text, indexOf)
    steps = 0
    limit = most
    try {
      for (let at = 0; at <= characters.length; ) {
        const end = whole(at)
        at = end === undefined ? at + 1 : Math.max(end, at + 1)
      }
      return steps
    } catch (error) {
      if (error === tooMany) return Number.POSITIVE_INFINITY
      throw error
    }
  }
}
