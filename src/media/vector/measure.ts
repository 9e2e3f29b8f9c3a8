/** The size of a drawing. */

/** The size of a drawing and the part of its plane that it shows. */
interface DrawingSize {
  readonly width: number
  readonly height: number
  readonly viewBox: string
}

/** Pixels of a unit (CSS Values, §6.2). */
const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}

/** The pixels of the longer side that an image of a drawing has at least, and at most: a drawing itself has any size. */
const LEAST_SIDE = 64
const MOST_SIDE = 2000

function lengthOf(text = ''): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,7}(?:\.\d{1,20})?)([a-z]{0,2})$/i.exec(text.trim()) ?? []
  const pixels = Number(digits) * (units[unit.toLowerCase()] ?? 0)
  return pixels > 0 ? pixels : undefined
}

function boxOf(text = ''): readonly number[] | undefined {
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width = 0, height = 0] = numbers
  return numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0
    ? numbers
    : undefined
}

/** Returns the size of a drawing by the attributes of its root; undefined without one, and for one that is a line. */
export function drawingSizeByAttributes(attributes: ReadonlyMap<string, string>): DrawingSize | undefined {
  const box = boxOf(attributes.get('viewBox'))
  const [sentWidth, sentHeight] = [lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))]
  const [, , boxWidth, boxHeight] = box ?? [0, 0, sentWidth, sentHeight]
  const [width, height] =
    sentWidth !== undefined && sentHeight !== undefined ? [sentWidth, sentHeight] : [boxWidth, boxHeight]
  if (width === undefined || height === undefined) return undefined
  const longer = Math.max(width, height)
  const scale = Math.min(MOST_SIDE, Math.max(LEAST_SIDE, longer)) / longer
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
  if (wide < 1 || high < 1) return undefined
  return { width: wide, height: high, viewBox: (box ?? [0, 0, width, height]).join(' ') }
}
