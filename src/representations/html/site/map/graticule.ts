/** The lines of a map that are not on the ground: meridians, parallels, and a bar that says how far things are. */
import type { Section } from './section.ts'

/** Degrees between lines. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60]
/** Lines of a kind that a map has at most, so that their names find room. */
const MOST_LINES = 6
/** Units that the bar is long at most. */
const LONGEST_BAR = 120

/** A line: the degree that it is at, and the decimals that its name needs. */
export interface Line {
  readonly degree: number
  readonly digits: number
}

/** The lines between two degrees, both included, in round numbers. */
export function linesBetween(from: number, to: number): readonly Line[] {
  const step = STEPS.find((one) => (to - from) / one <= MOST_LINES) ?? 60
  const digits = step < 1 ? -Math.floor(Math.log10(step)) : 0
  // A hair's breadth makes up for how numbers are rounded: the pole is a line of a map that ends there.
  const [first, last] = [Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
    degree: Number(((first + at) * step).toFixed(digits)),
    digits,
  }))
}

/** How far the bar reaches, in kilometres: a round number (1, 2, 5, 10, …) that takes as many units as it may. */
export function barOf({ kilometre }: Pick<Section, 'kilometre'>): number {
  const most = LONGEST_BAR / kilometre
  const power = 10 ** Math.floor(Math.log10(most))
  const digit = [5, 2].find((one) => one * power <= most) ?? 1
  return digit * power
}
