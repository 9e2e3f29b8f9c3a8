/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { colorContrast } from '../../../src/domain/color.ts'
export { favouriteIds, MAX_FAVOURITES } from '../../../src/domain/favourites.ts'
export {
  pagePictureWidthsUpToWidth,
  pictureFileNameInWidth,
  stemOfImageBehindPagePicture,
} from '../../../src/domain/images.ts'
export { sha256Base64Url } from '../../../src/domain/import-source.ts'
export {
  type ContentChoice,
  type ContentLanguages,
  contentChoiceFor,
  contentLanguageMatchingTag,
} from '../../../src/domain/languages.ts'
export { scopeMayEdit, scopeMayRead } from '../../../src/domain/publication.ts'
export { namesCell, rowText } from '../../../src/domain/text/csv.ts'
export { textDecodedFromBytes } from '../../../src/domain/text/decoded-text.ts'
export { sanitizeHtml } from '../../../src/domain/text/html.ts'
export { foldedText } from '../../../src/domain/text/letters.ts'
export { licenceAddress, socialServerIn } from '../../../src/domain/text/links.ts'
export { eventsOfPage } from '../../../src/domain/text/page-events.ts'
export { firstWeekdayOfLocale } from '../../../src/domain/time/locale.ts'
export {
  epochOfUtc,
  plusDays,
  secondsOfHttpDate,
  sevenDaysOfNamedWeek,
  weekNameOf,
  weeksOfMonth,
} from '../../../src/domain/time/timestamp.ts'
