/** Meridians, parallels and the scale bar of a map. */
import type { Section } from './section.ts'

/** Possible distances between lines, in degrees. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60]
/** Maximum number of meridians, and of parallels, so that their labels fit. */
const MAX_LINES = 6
/** Maximum length of the scale bar, in units of the picture. */
const LONGEST_BAR = 120

/** A line: its degree, and the number of decimals in its label. */
export interface Line {
  readonly degree: number
  readonly digits: number
}

/** Returns the lines at round degrees between two degrees, inclusive. */
export function linesBetween(from: number, to: number): readonly Line[] {
  const step = STEPS.find((one) => (to - from) / one <= MAX_LINES) ?? 60
  const digits = step < 1 ? -Math.floor(Math.log10(step)) : 0
  // The tolerance allows for rounding errors, so that a map that ends at a pole includes it as a line.
  const [first, last] = [Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
    degree: Number(((first + at) * step).toFixed(digits)),
    digits,
  }))
}

/** Returns the length of the scale bar in kilometres: the largest round number (1, 2, 5, 10, …) that fits. */
export function barOf({ kilometre }: Pick<Section, 'kilometre'>): number {
  const most = LONGEST_BAR / kilometre
  const power = 10 ** Math.floor(Math.log10(most))
  const digit = [5, 2].find((one) => one * power <= most) ?? 1
  return digit * power
}
