/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { assetUrlPath } from '../../../src/http/site/assets.ts'
export { dateFormattersOfLocale } from '../../../src/representations/html/site/dates.ts'
export { weekLayouts } from '../../../src/representations/html/site/views/month.ts'
