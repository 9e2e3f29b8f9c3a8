/** Sizes in bytes as people read them. */
import { locale } from './index.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
/** As in the variables that set limits: 200 MB there are 200 MB here. */
const STEP = 1024

/** Returns a size in the unit that fits: `12.3 MB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / Math.log2(STEP)))
  const unit = UNITS[power] ?? 'byte'
  // The short word for bytes has no plural in English: "0 byte".
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
    bytes / STEP ** power,
  )
}
