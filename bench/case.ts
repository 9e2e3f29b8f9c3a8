/** The one shape of a case, and what is found. */
import type { Medians } from './rounds.ts'
import type { Stage } from './stage.ts'

/** What is to be reached. */
export interface Target {
  readonly is: 'at least' | 'at most'
  readonly value: number
  /** What the value counts: "× bare", "s". */
  readonly of: string
}

/** What was measured for one target. */
export interface Finding {
  readonly what: string
  readonly target: Target
  /** Undefined where it could not be measured, which `because` explains. */
  readonly measured: number | undefined
  readonly because?: string
  /** How much less processor time the server takes than that with which it is compared. */
  readonly processor?: number | undefined
  /** How much faster it is than the commit that it is compared with. */
  readonly before?: number | undefined
}

/** A load as it went, for the table of figures. */
export interface Figure {
  readonly what: string
  readonly load: Pick<Medians, 'requestsPerSecond' | 'p50' | 'p99' | 'processor'>
}

/** What a case gives. */
export interface Measured {
  readonly findings: readonly Finding[]
  readonly figures: readonly Figure[]
  /** What else there is to say. */
  readonly notes?: readonly string[]
}

/** Something that is measured. */
export interface Case {
  /** As it is asked for on the command line. */
  readonly name: string
  /** What is measured and how, in a sentence or two. */
  readonly method: string
  run(stage: Stage): Promise<Measured>
}

/** Whether a target is reached; undefined where nothing was measured. */
export function isMet({ target, measured }: Finding): boolean | undefined {
  if (measured === undefined || Number.isNaN(measured)) return undefined
  return target.is === 'at least' ? measured >= target.value : measured <= target.value
}

/** How much less processor time one takes for a request than the other. */
export function processorRatio(ours: Medians, other: Medians): number | undefined {
  if (ours.processor === undefined || other.processor === undefined) return undefined
  return other.processor / ours.processor
}
