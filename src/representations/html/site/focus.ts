/** The point of an image that crops keep in view. A class contains it, because pages allow no style attributes. */
import type { Image } from '../../json/image.ts'

/** The classes are in steps of ten percent. */
const STEP = 10
const stepOf = (percent: number) => Math.round(percent / STEP)

/** Returns the classes of an image: `fx-5 fy-2` keeps the point in the middle, a fifth from the top. */
export const focusClass = ({ focus_x = 50, focus_y = 50 }: Pick<Image, 'focus_x' | 'focus_y'>): string =>
  `fx-${stepOf(focus_x)} fy-${stepOf(focus_y)}`
