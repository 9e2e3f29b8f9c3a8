/** The plain fields of categories, tags and media, in their order in representations. */
import { type FieldRows, inPart } from './row.ts'

const description = { type: 'html', most: 262_144, isTranslated: true } as const

export const categoryFields = {
  description,
  /** Six hexadecimal digits; "" for a colour that derives from the id. */
  color: { type: 'color', isExtension: true },
} as const satisfies FieldRows

export const tagFields = { description } as const satisfies FieldRows

/** The fields of categories that tags do not have. */
export const ownOfCategories = inPart(categoryFields, 'main')

export const mediaFields = {
  alt_text: { type: 'plain', isExtension: true, isTranslated: true, searched: 'always' },
  /** The point that crops keep in view: percent from the left and from the top. */
  focus_x: { type: 'percent', byDefault: 50, part: 'place', isExtension: true },
  focus_y: { type: 'percent', byDefault: 50, part: 'place', isExtension: true },
} as const satisfies FieldRows

/** The fields of media, by the part of a form or an export that has them. */
export const mediaParts = { main: inPart(mediaFields, 'main'), place: inPart(mediaFields, 'place') }
