/** Compares the work for a text with the work for one four times as long. */
import { quickest } from './quickest.ts'

/** Texts that make careless code slow: repeated marks, nesting, long runs, many parts. Each has `n` UTF-16 units or a few more. */
export const hostileShapes: Readonly<Record<string, (n: number) => string>> = {
  'marks in the wrong order': (n) => `a${'\u0301'.repeat(n / 2)}${'\u0316'.repeat(n / 2)}`,
  'marks in turn': (n) => `a${'\u0301\u0316'.repeat(n / 2)}`,
  'marks between invisible characters': (n) => `a${`${'\u0301\u0316'.repeat(15)}\u200d`.repeat(n / 31)}`,
  'letters that become marks': (n) => '\uff9e\u0316'.repeat(n / 2),
  'Korean letters in parts': (n) => '\u1112\u1161\u11ab'.repeat(n / 3),
  'ligatures of many letters': (n) => '\ufdfa'.repeat(n),
  'open tags': (n) => '<b>'.repeat(n / 3),
  'tags in tags': (n) => '<b'.repeat(n / 3) + '>'.repeat(n / 3),
  'tags in order': (n) => '<b>x</b>'.repeat(n / 8),
  'comments without an end': (n) => '<!--'.repeat(n / 4),
  'attributes without an end': (n) => `<a ${'b="'.repeat(n / 3)}`,
  'many attributes': (n) => `<a ${Array.from({ length: n / 8 }, (_, at) => `a${at}=""`).join(' ')}>`,
  brackets: (n) => '['.repeat(n / 2) + ']'.repeat(n / 2),
  'braces and quotes': (n) => '{"a":'.repeat(n / 5),
  entities: (n) => '&amp;'.repeat(n / 5),
  'entities without an end': (n) => '&'.repeat(n),
  spaces: (n) => `x${' '.repeat(n)}x`,
  'line breaks': (n) => `x${'\r\n'.repeat(n / 2)}x`,
  'folded lines': (n) => `SUMMARY:${'\r\n x'.repeat(n / 4)}`,
  quotes: (n) => '"'.repeat(n),
  backslashes: (n) => '\\'.repeat(n),
  commas: (n) => ',x'.repeat(n / 2),
  semicolons: (n) => `A${';X=1'.repeat(n / 4)}:x`,
  digits: (n) => '1'.repeat(n),
  'digits and points': (n) => '1.'.repeat(n / 2),
  hyphens: (n) => 'a-'.repeat(n / 2),
  'one word': (n) => 'a'.repeat(n),
  words: (n) => 'at 8pm '.repeat(n / 7),
  'words of online events': (n) => `online${' webinar'.repeat(n / 8)} x`,
  'a link with brackets': (n) => `https://x${')'.repeat(n)}a`,
  dots: (n) => `http://${'a.'.repeat(n / 2)}`,
  'a host of marks': (n) => `http://${'\u0301'.repeat(n / 2)}${'\u0316'.repeat(n / 2)}.org/`,
  percents: (n) => '%41'.repeat(n / 3),
  'at signs': (n) => 'a@'.repeat(n / 2),
  'capital sigmas': (n) => `${'Σ'.repeat(n / 2)}${'\u0345'.repeat(n / 2)}`,
}

const SHORT = 6000
/** Linear work is 4 for four times the text, quadratic work is 16. */
const MAX_GROWTH = 9
/** Milliseconds that are too few to measure: quadratic work on so long a text takes more. */
const FEW = 12

/** Returns the growth of the work for four times the text; 0 if it takes hardly any time, or grows as it should. */
export async function growthOf(
  work: (text: string) => unknown,
  shape: (n: number) => string,
): Promise<number> {
  const [short, long] = [shape(SHORT), shape(4 * SHORT)]
  const took = await quickest(FEW, () => work(long))
  if (took < FEW) return 0
  const before = await quickest(0, () => work(short))
  if (took / Math.max(before, 0.1) < MAX_GROWTH) return 0
  // The machine may have been busy, or the engine treats long strings otherwise from a length on: what is quadratic grows again.
  for (const n of [SHORT, 4 * SHORT]) {
    const less = await quickest(0, () => work(shape(n)))
    const more = await quickest(MAX_GROWTH * less, () => work(shape(4 * n)))
    if (more < MAX_GROWTH * less) return 0
  }
  return took / before
}

/** The shapes on which the work grows by more than the length of the text. */
export async function growingShapes(work: (text: string) => unknown): Promise<readonly string[]> {
  const slow: string[] = []
  for (const [name, shape] of Object.entries(hostileShapes)) {
    const growth = await growthOf(work, shape)
    if (growth >= MAX_GROWTH) slow.push(`${name}: ${growth.toFixed(1)} times`)
  }
  return slow
}
