/** The interface of a case, and its results. */
import type { Pace } from './pace.ts'
import type { Medians } from './rounds.ts'
import type { Stage } from './stage.ts'

/** The target of a measurement. */
export interface Target {
  readonly is: 'at least' | 'at most'
  readonly value: number
  /** The unit of the value: "× bare", "s". */
  readonly of: string
}

/** The measurement for one target. */
export interface Finding {
  readonly what: string
  readonly target: Target
  /** Undefined where it could not be measured; `because` gives the reason. */
  readonly measured: number | undefined
  readonly because?: string
  /** The ratio of processor times: how much less the server takes than the baseline. */
  readonly processor?: number | undefined
  /** How much slower than the reference the machine was (see pace.ts), for a measurement in times of the machine. */
  readonly slowness?: number
  /** The ratio of throughputs: how much faster the server is than the commit before. */
  readonly before?: number | undefined
}

/** The results of a load, for the table of figures. */
export interface Figure {
  readonly what: string
  readonly load: Pick<Medians, 'requestsPerSecond' | 'p50' | 'p99' | 'processor'>
}

/** The result of a case. */
export interface Measured {
  readonly findings: readonly Finding[]
  readonly figures: readonly Figure[]
  /** Additional remarks. */
  readonly notes?: readonly string[]
}

/** One benchmark. */
export interface Case {
  /** Its name on the command line. */
  readonly name: string
  /** The measurement and its method, in one or two sentences. */
  readonly method: string
  run(stage: Stage, pace: Pace): Promise<Measured>
}

/**
 * Microseconds of processor time that the plain server took for a single event on the machine for which targets in times are set: AMD EPYC,
 * two idle cores, Node.js 24, 26 November 2026.
 */
export const REFERENCE = 154

/** The units of times that a faster machine makes shorter. */
const times = ['µs', 'ms', 's', '% of a core']

/** Returns a finding with the slowness of the machine during its case, if it is a time of the machine and does not have that of its own. */
export const pacedFinding = (finding: Finding, slowness: number): Finding =>
  times.includes(finding.target.of) ? { slowness, ...finding } : finding

/** Returns what is compared with the target: a time as on the machine for which the target is set; undefined if nothing was measured. */
export function comparedValue({ measured, slowness = 1 }: Finding): number | undefined {
  return measured === undefined || Number.isNaN(measured) ? undefined : measured / slowness
}

/** Whether a target is met; undefined if nothing was measured. */
export function isMet(finding: Finding): boolean | undefined {
  const { target } = finding
  const measured = comparedValue(finding)
  if (measured === undefined) return undefined
  return target.is === 'at least' ? measured >= target.value : measured <= target.value
}

/**
 * Returns how much less processor time per request the first server takes than the second; undefined if the
 * system does not report it.
 */
export function processorRatio(ours: Medians, other: Medians): number | undefined {
  if (ours.processor === undefined || other.processor === undefined) return undefined
  return other.processor / ours.processor
}
