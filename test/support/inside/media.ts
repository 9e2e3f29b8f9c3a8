/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { bucketStorage } from '../../../src/media/bucket.ts'
export {
  FetchError,
  postTargetFault,
  refusedStatusReason,
} from '../../../src/media/fetching/guarded-fetch.ts'
export { RetryLaterError, translatorAt } from '../../../src/media/fetching/services.ts'
export { fileNameInOwnAddress, mediaLibraryOf } from '../../../src/media/library.ts'
export {
  lastBackUpReader,
  noteTimeOfLastBackUp,
  pauseFileRemovalUntilReleased,
} from '../../../src/media/storage.ts'
export { cleanedSvgOrFault } from '../../../src/media/vector.ts'
