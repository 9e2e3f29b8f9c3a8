import { loadedOnce } from '../parts/once.ts'

/** The reader of what people type into fields of dates and times. */
export const momentReader = loadedOnce(async () => (await import('./reading.ts')).readMoment)
