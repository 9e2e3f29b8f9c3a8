/** The resources whose changes editors of the site read: those that they may edit. */
export const resourcesWhoseHistoryEditorsMayRead = [
  'event',
  'series',
  'venue',
  'organizer',
  'category',
  'tag',
  'media',
] as const
