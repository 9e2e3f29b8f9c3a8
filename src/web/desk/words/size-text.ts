/** Sizes in bytes as people read them. */
import { locale } from './index.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
/** As in the variables that set limits: 200 MB there are 200 MB here. */
const STEP = 1024

/** Returns a size in the unit that fits: `12.3 MB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / Math.log2(STEP)))
  const options = { style: 'unit', unit: UNITS[power] ?? 'byte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale, options).format(bytes / STEP ** power)
}
