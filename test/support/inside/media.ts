/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { bucketStorage } from '../../../src/media/bucket.ts'
export { RetryLaterError } from '../../../src/media/fetching/calendar-at.ts'
export { FetchError, refusedStatusReason } from '../../../src/media/fetching/fetch-error.ts'
export { postTargetFault } from '../../../src/media/fetching/guarded-post.ts'
export { fileNameInOwnAddress } from '../../../src/media/fetching/own-address.ts'
export { translatorAt } from '../../../src/media/fetching/translator.ts'
export {
  lastBackUpReader,
  noteTimeOfLastBackUp,
  pauseFileRemovalUntilReleased,
} from '../../../src/media/file-removal-pause.ts'
export { mediaLibraryOf } from '../../../src/media/library.ts'
export { cleanedSvgOrFault } from '../../../src/media/vector/clean.ts'
