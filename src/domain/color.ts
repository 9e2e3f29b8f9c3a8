/** Colours as `#rrggbb`: parsing, contrast (WCAG 2.2, relative luminance), and versions that can be read. */

type Rgb = readonly [red: number, green: number, blue: number]

/** Minimum contrast of a mark beside text; above the 3 that WCAG 1.4.11 asks of graphics. */
const LEAST_CONTRAST = 4.5

/** Returns the colour in lower case with six digits; undefined if the text is not `#rgb` or `#rrggbb`. */
export function sixDigitHexColor(text: string): string | undefined {
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim()) ?? []
  if (digits === undefined) return undefined
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${six.toLowerCase()}`
}

const channels = (color: string): Rgb => {
  const at = (from: number) => Number.parseInt(color.slice(from, from + 2), 16)
  return [at(1), at(3), at(5)]
}

const hex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** Returns the contrast of two colours (`#rrggbb`), from 1 to 21. */
export function colorContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns a colour with a share, from 0 to 1, of another one (`#rrggbb`). */
export function mixedColor(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)]
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share
  return hex([at(0), at(1), at(2)])
}

/**
 * Returns the colour (`#rrggbb`) if it contrasts with the paper by 4.5; else the nearest mixture with black on light paper, or
 * with white on dark paper, that does.
 */
export function colorReadableOnBackground(color: string, paper: string): string {
  const towards = luminance(paper) > 0.18 ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += 0.05) {
    const made = mixedColor(color, towards, share)
    if (colorContrast(made, paper) >= LEAST_CONTRAST) return made
  }
  return towards
}

/** The surfaces that marks in the colours of categories stand on, in light and in dark mode. */
export const papers = ['#f1ede6', '#2a2620'] as const
