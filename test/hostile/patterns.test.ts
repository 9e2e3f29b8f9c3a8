import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
// Imported before recording, so that patterns of libraries are not tested.
import 'sanitize-html'
import 'temporal-polyfill'
import type { Node as Syntax } from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Node, nodesOf, parsed, stepsIn } from '../support/backtracking.ts'
import { isLong } from '../support/dialect-names.ts'
import { ts } from '../support/typescript.ts'

const src = resolve(import.meta.dirname, '../../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const textOf = (file: string) => readFileSync(join(src, file), 'utf8')

interface Pattern {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** A slash where an expression may begin, and another one. Two thirds of the files need no parsing. */
const literal = /(?:^|[(,=:[!&|?{};>+]|\b(?:return|typeof|case|of|in|else|await|yield))\s*\/[^/*].*\//

const mayHaveLiteral = (line: string) =>
  literal.test(line) && !/^\s*(?:\*|\/\/|\/\*|import\b|\} from)/.test(line)

function literalsIn(file: string): readonly Pattern[] {
  const found: Pattern[] = []
  const visit = (node: Syntax): void => {
    const [, source, flags] = ts.isRegularExpressionLiteral(node)
      ? (/^\/(.*)\/(\w*)$/s.exec(node.text) ?? [])
      : []
    if (source !== undefined && flags !== undefined) found.push({ file, source, flags })
    ts.forEachChild(node, visit)
  }
  const text = textOf(file)
  if (text.split('\n').some(mayHaveLiteral)) visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return found
}

/** Characters to try against a pattern: common text, and characters that patterns name. */
const pool = [
  ...' \t\n!"#$%&\'()*+,-./0123456789:;<=>?@ABCXYZ[\\]^_`abcdehijlmnoprstuvwxyz{|}~\u00a0éßж٣の円\u0301\u200d\ufdd0€',
]

/** One of the shortest texts that a node matches. */
function witnessOf(node: Node, flags: string): string {
  if (node.kind === 'character') return samplesOf(node, flags)[0] ?? ''
  if (node.kind === 'sequence') return node.parts.map((part) => witnessOf(part, flags)).join('')
  if (node.kind === 'choice') return node.parts[0] === undefined ? '' : witnessOf(node.parts[0], flags)
  if (node.kind === 'repeat') return witnessOf(node.of, flags).repeat(Math.max(1, node.least))
  return ''
}

/** The most branches of a repetition of which each is tried. */
const MOST_BRANCHES = 80

/** The shortest texts of a repetition, one for each branch: two branches may be two readings of one text. */
function branchesOf(node: Node, flags: string): readonly string[] {
  const choice = nodesOf(node).find((one) => one.kind === 'choice')
  if (choice === undefined || !('parts' in choice)) return [witnessOf(node, flags)]
  const withOnly = (all: Node, part: Node): Node => {
    if (all === choice) return part
    if ('parts' in all) return { ...all, parts: all.parts.map((one) => withOnly(one, part)) }
    return 'of' in all ? { ...all, of: withOnly(all.of, part) } : all
  }
  return choice.parts.slice(0, MOST_BRANCHES).map((part) => witnessOf(withOnly(node, part), flags))
}

function samplesOf(node: Node & { readonly kind: 'character' }, flags: string): readonly string[] {
  const pattern = new RegExp(`^(?:${node.source})$`, flags.replace(/[gyd]/g, ''))
  return [...new Set([...pool, node.source])].filter((one) => pattern.test(one))
}

/** Texts of length `n` that almost match the pattern. */
function attacksOn(pattern: Node, flags: string): readonly ((n: number) => string)[] {
  const nodes = nodesOf(pattern)
  const taken = new Set(
    nodes.flatMap((one) => (one.kind === 'character' ? samplesOf(one, flags).slice(0, 2) : [])),
  )
  const repeats = nodes.flatMap((one) =>
    one.kind === 'repeat' && one.most > 1 ? branchesOf(one.of, flags) : [],
  )
  const single = [...taken].slice(0, 24)
  const few = single.slice(0, isLong() ? 8 : 5)
  const pairs = few.flatMap((a) => few.flatMap((b) => (a === b ? [] : [a + b])))
  const pumps = [...new Set([...single, ...pairs, ...repeats, witnessOf(pattern, flags)])].filter(
    (one) => one !== '',
  )
  const heads = ['', '\0', ...new Set([single[0] ?? '', witnessOf(pattern, flags)])]
  return heads.flatMap((head) =>
    pumps.flatMap((pump) =>
      ['', '\0', `\0${single[0] ?? ''}`].map((tail) => (n: number) => {
        const count = Math.ceil(n / [...pump].length)
        return `${head}${pump.repeat(count)}${tail}`
      }),
    ),
  )
}

/** Letters. Twice as many show growth as well with short texts, unless little of it is the repetition. */
const SHORT = isLong() ? 150 : 60
const LONG = 2 * SHORT
/** The maximum growth of the work for twice the text: linear is 2, quadratic is 4. */
const MAX_GROWTH = 3

/** The first text whose matching takes more than linear time, or undefined. */
function worst({ source, flags }: Pattern): string | undefined {
  const pattern = parsed(source)
  // Without a repetition, matching is linear.
  if (!nodesOf(pattern).some((one) => one.kind === 'repeat' && one.most > 1)) return undefined
  const stepsOn = stepsIn(pattern, flags)
  const attack = attacksOn(pattern, flags).find((text) => {
    const long = stepsOn(text(LONG), 400_000)
    if (long <= 20 * LONG) return false
    return !Number.isFinite(long) || long > MAX_GROWTH * stepsOn(text(SHORT), 400_000)
  })
  return attack?.(10)
}

const byHand: readonly (readonly [string, string, boolean])[] = [
  ['(a+)+$', '', false],
  ['\\s+$', '', false],
  ['<[^>]*>', 'g', false],
  ['"[^"]*"', 'g', true],
  ['^(\\d+\\s?)+$', '', false],
  ['^\\d+-\\d+$', '', true],
  ['(?<!-)-+$', '', true],
  ['(?:a|aa)+b', '', false],
  ['^on(?: *(?:call|video ?call|video))*$', '', false],
  ['^on(?: *(?:call|video|link))*$', '', true],
  ['^\\s+|\\s+$', 'g', false],
  ['\\p{L}+', 'gu', true],
]

describe('the regular expressions of the service', () => {
  const composed: Pattern[] = []
  const Native = globalThis.RegExp

  beforeAll(async () => {
    let file = ''
    globalThis.RegExp = new Proxy(Native, {
      construct(target, [source, flags]: [string | RegExp, string | undefined]) {
        const made = new target(source, flags)
        composed.push({ file, source: made.source, flags: made.flags })
        return made
      },
    })
    for (const one of files.filter(
      (name) => /^(?:domain|calendars)\//.test(name) && textOf(name).includes('new RegExp('),
    )) {
      file = one
      // Another test file may have loaded the module already; with a query it is evaluated again.
      await import(`${join(src, one)}?again`)
    }
    globalThis.RegExp = Native
  })
  afterAll(() => {
    globalThis.RegExp = Native
  })

  it.each(byHand)('are classified correctly: /%s/%s', (source, flags, isLinear) => {
    expect(worst({ file: '', source, flags }) === undefined).toBe(isLinear)
  })

  it('match in linear time as literals', () => {
    const literals = files.flatMap(literalsIn)
    expect(literals.length).toBeGreaterThan(100)
    // Many files have the same short patterns.
    const different = new Map(literals.map((one) => [`/${one.source}/${one.flags}`, one]))
    const slow = [...different.values()].flatMap((one) => {
      const text = worst(one)
      return text === undefined ? [] : [`${one.file}: /${one.source}/${one.flags} on ${JSON.stringify(text)}`]
    })
    expect(slow).toEqual([])
  })

  it('match in linear time as constructed expressions', () => {
    const own = composed.filter(({ source }) => source.length < 4000)
    expect(own.length).toBeGreaterThan(5)
    expect(own.filter((one) => worst(one) !== undefined)).toEqual([])
  })
})
