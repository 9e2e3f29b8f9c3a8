/** The plain fields of categories, tags, groups, media and own pages: apart, so that forms of events load none of them. */
import { descriptionRow, followableFlagRow } from './event-fields.ts'
import { type FieldRows, rowsOfPart } from './row.ts'

/** The categories of events that calendars of the social web share (FEP-8a8e). */
export const federatedCategoryNames = [
  'ARTS',
  'AUTO_BOAT_AIR',
  'BOOK_CLUBS',
  'BUSINESS',
  'CAUSES',
  'CLIMATE_ENVIRONMENT',
  'COMMUNITY',
  'COMEDY',
  'CRAFTS',
  'CREATIVE_JAM',
  'DIY_MAKER_SPACES',
  'FAMILY_EDUCATION',
  'FASHION_BEAUTY',
  'FESTIVALS',
  'FILM_MEDIA',
  'FOOD_DRINK',
  'GAMES',
  'INCLUSIVE_SPACES',
  'LANGUAGE_CULTURE',
  'LEARNING',
  'LGBTQ',
  'MEETING',
  'MEDITATION_WELLBEING',
  'MOVEMENTS_POLITICS',
  'MUSIC',
  'NETWORKING',
  'OUTDOORS_ADVENTURE',
  'PARTY',
  'PERFORMING_VISUAL_ARTS',
  'PETS',
  'PHOTOGRAPHY',
  'SCIENCE_TECH',
  'SPIRITUALITY_RELIGION_BELIEFS',
  'SPORTS',
  'THEATRE',
  'WORKSHOPS_SKILL_SHARING',
] as const

export type FederatedCategoryName = (typeof federatedCategoryNames)[number]

export const categoryFields = {
  description: descriptionRow,
  /** Six hexadecimal digits; "" for a colour that derives from the id. */
  color: {
    words:
      'The colour of the category in the calendar, as `#rrggbb`. Pages darken or lighten it if its contrast is too low.',
    example: '#a8231b',
    isCommon: true,
    type: 'color',
    isExtension: true,
  },
  federated_as: {
    words:
      'The category of FEP-8a8e that events of it have on the social web, such as `MUSIC`; `by_name` for the one that its name fits, else `MEETING`.',
    example: 'MUSIC',
    type: 'choice',
    choices: ['by_name', ...federatedCategoryNames],
    isExtension: true,
  },
} as const satisfies FieldRows

export const tagFields = { description: descriptionRow } as const satisfies FieldRows

/** The fields of categories that tags do not have. */
export const categoryOnlyFields = rowsOfPart(categoryFields, 'main')

export const groupFields = {
  description: descriptionRow,
  /** Six hexadecimal digits; "" for none. */
  color: {
    words: 'The colour of the group, as `#rrggbb`.',
    example: '#1f6f8b',
    type: 'color',
    isExtension: true,
  },
  /** Whether the group's events are shown in the main calendar, unless an event says otherwise. */
  main: {
    words:
      'Whether the events of the group are shown in the main calendar: `all`, only those that editors of the site add (`review`), or `none`.',
    example: 'review',
    type: 'choice',
    choices: ['all', 'review', 'none'],
    isExtension: true,
  },
  federated: followableFlagRow,
} as const satisfies FieldRows

export const mediaFields = {
  alt_text: {
    words: 'A description of the image, for people who cannot see it.',
    example: 'Stalls full of fruit below a green roof.',
    type: 'plain',
    isExtension: true,
    isTranslated: true,
    searched: 'always',
  },
  credit: {
    words: 'Who made the image, as it is named beside it; empty for nobody.',
    example: 'Ada Lovelace',
    type: 'plain',
    isExtension: true,
    searched: true,
  },
  license: {
    words:
      'The licence of the image: an address, or a text. Pages and linked data lead from the names of Creative Commons, such as `CC BY-SA 4.0`, to their texts.',
    example: 'CC BY-SA 4.0',
    type: 'plain',
    isExtension: true,
  },
  /** The point that crops keep in view: percent from the left and from the top. */
  focus_x: {
    words: 'The point that crops keep in view: percent from the left, 50 by default.',
    example: 50,
    type: 'count',
    most: 100,
    byDefault: 50,
    part: 'place',
    isExtension: true,
  },
  focus_y: {
    words: 'The point that crops keep in view: percent from the top, 50 by default.',
    example: 25,
    type: 'count',
    most: 100,
    byDefault: 50,
    part: 'place',
    isExtension: true,
  },
} as const satisfies FieldRows

export const pageFields = {
  content: {
    words: 'The text of the page, as HTML.',
    example: '<p>Responsible for the content: Ada Lovelace.</p>',
    type: 'html',
    most: 262_144,
    isTranslated: true,
    searched: true,
  },
  menu_order: {
    words:
      'The place of the page among those in the footer, the lowest first; pages with equal ones by title.',
    example: 2,
    type: 'count',
    most: 10_000,
    byDefault: 0,
  },
  in_footer: {
    words: 'Whether the footer of all pages leads to it.',
    example: true,
    type: 'flag',
    byDefault: false,
  },
} as const satisfies FieldRows

/** The fields of media, by the part of a form or an export that has them. */
export const mediaFieldsByPart = {
  main: rowsOfPart(mediaFields, 'main'),
  place: rowsOfPart(mediaFields, 'place'),
}
