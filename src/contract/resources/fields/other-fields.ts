/** The plain fields of categories, tags and media, in their order in representations. */
import { description } from './common-rows.ts'
import { type FieldRows, rowsOfPart } from './row.ts'

export const categoryFields = {
  description,
  /** Six hexadecimal digits; "" for a colour that derives from the id. */
  color: {
    words:
      'The colour of the category in the calendar, as `#rrggbb`. Pages darken or lighten it if its contrast is too low.',
    example: '#a8231b',
    isCommon: true,
    type: 'color',
    isExtension: true,
  },
} as const satisfies FieldRows

export const tagFields = { description } as const satisfies FieldRows

/** The fields of categories that tags do not have. */
export const categoryOnlyFields = rowsOfPart(categoryFields, 'main')

export const mediaFields = {
  alt_text: {
    words: 'A description of the image, for people who cannot see it.',
    example: 'Stalls full of fruit below a green roof.',
    type: 'plain',
    isExtension: true,
    isTranslated: true,
    searched: 'always',
  },
  /** The point that crops keep in view: percent from the left and from the top. */
  focus_x: {
    words: 'The point that crops keep in view: percent from the left, 50 by default.',
    example: 50,
    type: 'percent',
    byDefault: 50,
    part: 'place',
    isExtension: true,
  },
  focus_y: {
    words: 'The point that crops keep in view: percent from the top, 50 by default.',
    example: 25,
    type: 'percent',
    byDefault: 50,
    part: 'place',
    isExtension: true,
  },
} as const satisfies FieldRows

/** The fields of media, by the part of a form or an export that has them. */
export const mediaFieldsByPart = {
  main: rowsOfPart(mediaFields, 'main'),
  place: rowsOfPart(mediaFields, 'place'),
}
