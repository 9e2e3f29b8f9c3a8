/** The rows of plain fields that several resources have. */

export const descriptionRow = {
  words: 'The description, as HTML.',
  example: '<p>Fruit, bread and flowers.</p>',
  isCommon: true,
  type: 'html',
  most: 262_144,
  isTranslated: true,
} as const

export const websiteRow = {
  words: 'The full URL of the website, beginning with http://, https://, mailto: or tel:.',
  example: 'https://market.example.org/',
  isCommon: true,
  type: 'web',
} as const

export const showMapRow = {
  words: 'Whether to show a map.',
  example: true,
  isCommon: true,
  type: 'flag',
  byDefault: true,
} as const

export const showMapLinkRow = { ...showMapRow, words: 'Whether to show a link to a map.' } as const

/** Whether an item has an actor of its own on the social web. */
export const followableFlagRow = {
  words:
    'Whether people can follow it on the social web, where the calendar federates. Editors of the site set it.',
  example: true,
  isCommon: true,
  type: 'flag',
  byDefault: false,
  isExtension: true,
} as const
