/** Versions as semver.org orders them, and ranges as advisories write them. */

interface Version {
  readonly numbers: readonly number[]
  /** The dot-separated parts of the pre-release, after the hyphen; empty for a release. */
  readonly before: readonly string[]
}

/** Reads `1.2.3-beta.1+build`; missing numbers are 0. Undefined if the text is no version. */
function readVersion(text: string): Version | undefined {
  const [, core, before] = /^[v=\s]*(\d+(?:\.\d+){0,2})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text.trim()) ?? []
  if (core === undefined) return undefined
  const numbers = core.split('.').map(Number)
  return { numbers: [0, 1, 2].map((at) => numbers[at] ?? 0), before: before?.split('.') ?? [] }
}

function comparePart(one: string, other: string): number {
  const [a, b] = [one, other].map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  // Numeric parts sort before words.
  if (typeof a === 'number') return -1
  if (typeof b === 'number') return 1
  return one < other ? -1 : Number(one > other)
}

/** Compares two versions. Negative if `one` comes before `other`, 0 if they are equal, positive otherwise. Undefined if either is no version. */
export function compareVersions(one: string, other: string): number | undefined {
  const [a, b] = [readVersion(one), readVersion(other)]
  if (a === undefined || b === undefined) return undefined
  for (const at of [0, 1, 2]) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.before.length === 0 || b.before.length === 0)
    return Number(a.before.length === 0) - Number(b.before.length === 0)
  for (const [at, part] of a.before.entries()) {
    const other = b.before[at]
    if (other === undefined) return 1
    const difference = comparePart(part, other)
    if (difference !== 0) return difference
  }
  return a.before.length - b.before.length
}

const meets: Readonly<Record<string, (difference: number) => boolean>> = {
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
  '=': (difference) => difference === 0,
}

function isWithinOne(version: string, condition: string): boolean {
  const [, sign = '=', bound = ''] = /^(<=|>=|<|>|=)?(.*)$/.exec(condition) ?? []
  if (bound === '*' || bound === '') return true
  const difference = compareVersions(version, bound)
  // An unknown form counts as met: a false alarm is better than a missed advisory.
  return difference === undefined || (meets[sign]?.(difference) ?? true)
}

/** Whether a version is in a range such as `>=1.2.0 <1.2.5 || =2.0.0`. Unknown forms of conditions count as met. */
export function isWithin(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const conditions = part
      .replace(/([<>=])\s+/g, '$1')
      .trim()
      .split(/[\s,]+/)
    return conditions.every((condition) => isWithinOne(version, condition))
  })
}
