/** The measurements of earlier runs, kept beside the document. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { comparedValue, type Finding } from './case.ts'

/** The measurements of one run. */
export interface Run {
  readonly commit: string
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string
  /** By the name of what was measured: the measurement relative to its target, above 1 where the target is met. */
  readonly reached: Readonly<Record<string, number>>
}

/** The number of runs that are kept. */
const RUNS = 20

/** Returns a measurement relative to its target: above 1 is better; undefined if there is none. */
export function reached(finding: Finding): number | undefined {
  const { is, value } = finding.target
  const measured = comparedValue(finding)
  if (measured === undefined) return undefined
  const [above, below] = is === 'at least' ? [measured, value] : [value, measured]
  if (below > 0) return above / below
  return above >= below ? 1 : 0
}

/** Returns the runs of a file, the oldest first; none if it is missing. */
export const runsIn = (file: string): readonly Run[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Run[]) : []

/** Adds a run to a file, in place of an earlier one of the same commit. Returns the runs that the file then has. */
export function addRun(
  file: string,
  commit: string,
  date: string,
  findings: readonly Finding[],
): readonly Run[] {
  const measured = findings.flatMap((finding) => {
    const value = reached(finding)
    return value === undefined ? [] : [[finding.what, Number(value.toPrecision(3))] as const]
  })
  const others = runsIn(file).filter((run) => run.commit !== commit)
  const runs = [...others, { commit, date, reached: Object.fromEntries(measured) }].slice(-RUNS)
  writeFileSync(file, `${JSON.stringify(runs, undefined, 1)}\n`)
  return runs
}
