/** Compares media items with their files, in both directions. */
import { fileNamesOfMediaItem } from '../../actions/linking/prepared-images.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import type { mediaLibraryOf } from '../../media/library.ts'
import type { Store } from '../../store/store.ts'

type Library = ReturnType<typeof mediaLibraryOf>

/** Whether a file exists in the library now; it may be newer than a listing of the files. */
export async function doesFileExistInLibrary(file: string, library: Library): Promise<boolean> {
  const found = await library.read(file)
  await found?.close()
  return found !== undefined
}

/** The result of the comparison. */
interface MediaFaults {
  /** Messages about missing files of media items. */
  readonly faults: readonly string[]
  /** The number of files at least one hour old that belong to no media item. */
  readonly unnamed: number
}

/** An hour in seconds. Newer files may belong to an upload in progress. */
export const UPLOAD_GRACE_SECONDS = 3600

/** Compares media items and files. The service may run at the same time: items deleted during the comparison are not faults. */
export async function mediaFaults(store: Store, library: Library, { now }: Moment): Promise<MediaFaults> {
  const files = new Map<string, number>()
  for await (const { file, modified } of library.all()) files.set(file, modified)
  const missing: { readonly id: number; readonly file: string }[] = []
  for await (const record of store.allMedia()) {
    for (const file of fileNamesOfMediaItem(record)) {
      if (!files.delete(file) && !(await doesFileExistInLibrary(file, library)))
        missing.push({ id: record.id, file })
    }
  }
  const faults: string[] = []
  for (const { id, file } of missing) {
    const record = await store.media(id)
    if (record !== undefined && fileNamesOfMediaItem(record).includes(file))
      faults.push(`media ${id} has a missing file: ${file}`)
  }
  const old = [...files.values()].filter((modified) => modified <= epochOfInstant(now) - UPLOAD_GRACE_SECONDS)
  return { faults, unnamed: old.length }
}
