/** The reader of what people type into fields of dates and times, once it is loaded. */
import { signal } from '@preact/signals'

type ReadMoment = typeof import('./reading.ts').readMoment

/** Undefined while it is loaded; 'missing' if that failed. */
export const momentReaderSignal = signal<ReadMoment | 'missing' | undefined>(undefined)

let loading: Promise<void> | undefined

/** Loads it, unless that was done. It never throws. */
export function loadMomentReader(): Promise<void> {
  loading ??= import('./reading.ts').then(
    ({ readMoment }) => {
      momentReaderSignal.value = readMoment
    },
    () => {
      momentReaderSignal.value = 'missing'
      loading = undefined
    },
  )
  return loading
}

/** Waits until it is loaded, if a field asked for it. */
export const momentReaderLoaded = async (): Promise<void> => loading
