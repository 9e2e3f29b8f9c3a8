/** Media items beside their files, in both directions. */
import { filesOf } from '../actions/images.ts'
import { epochOf, type Moment } from '../domain/moment.ts'
import type { libraryOf } from '../service.ts'
import type { Store } from '../store/store.ts'

type Library = ReturnType<typeof libraryOf>

/** Whether a file is there, asked of the place it is kept at: it may be younger than a list of files. */
export async function isThere(file: string, library: Library): Promise<boolean> {
  const found = await library.read(file)
  await found?.close()
  return found !== undefined
}

/** What was compared. */
export interface MediaFaults {
  /** Files that media items name and that are not there, in words. */
  readonly faults: readonly string[]
  /** How many files, an hour old or more, no media item names. */
  readonly unnamed: number
}

/** Younger ones may be those of an upload that is under way; in seconds. */
export const ONE_HOUR = 3600

/** Compares media items and files. The service may run meanwhile: what is deleted under way is no fault. */
export async function mediaFaults(store: Store, library: Library, { now }: Moment): Promise<MediaFaults> {
  const files = new Map<string, number>()
  for await (const { file, modified } of library.all()) files.set(file, modified)
  const missing: { readonly id: number; readonly file: string }[] = []
  for await (const record of store.allMedia()) {
    for (const file of filesOf(record)) {
      if (!files.delete(file) && !(await isThere(file, library))) missing.push({ id: record.id, file })
    }
  }
  const faults: string[] = []
  for (const { id, file } of missing) {
    const record = await store.media(id)
    if (record !== undefined && filesOf(record).includes(file))
      faults.push(`media ${id} has a file that is not there: ${file}`)
  }
  const old = [...files.values()].filter((modified) => modified <= epochOf(now) - ONE_HOUR)
  return { faults, unnamed: old.length }
}
