/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { colorContrast } from '../../../src/domain/color.ts'
export {
  type ContentChoice,
  type ContentLanguages,
  contentChoiceFor,
  contentLanguageMatchingTag,
} from '../../../src/domain/content/languages.ts'
export { favouriteIds, MAX_FAVOURITES } from '../../../src/domain/favourites.ts'
export { sha256Base64Url } from '../../../src/domain/import-source.ts'
export {
  pagePictureWidthsUpToWidth,
  pictureFileNameInWidth,
  stemOfImageBehindPagePicture,
} from '../../../src/domain/page-pictures.ts'
export { scopeMayEdit, scopeMayRead } from '../../../src/domain/publication/access.ts'
export { socialServerIn } from '../../../src/domain/social-server.ts'
export { namesCell, rowText } from '../../../src/domain/text/csv.ts'
export { textDecodedFromBytes } from '../../../src/domain/text/decoded-text.ts'
export { sanitizeHtml } from '../../../src/domain/text/html.ts'
export { foldedText } from '../../../src/domain/text/letters.ts'
export { licenceAddress } from '../../../src/domain/text/links.ts'
export { eventsOfPage } from '../../../src/domain/text/page-events.ts'
export {
  plusDays,
  sevenDaysOfNamedWeek,
  weekNameOf,
  weeksOfMonth,
} from '../../../src/domain/time/calendar-days.ts'
export { firstWeekdayOfLocale } from '../../../src/domain/time/locale.ts'
export { epochOfUtc, secondsOfHttpDate } from '../../../src/domain/time/timestamp.ts'
