/** `fasti check`: verifies the integrity of the stored data. */

import { fileNamesOfMediaItem } from '../actions/linking/images.ts'
import { messagesOnWrongDerivedColumns, storedSeriesFaults } from '../actions/stored-faults.ts'
import { commandActor } from '../api/policy.ts'
import { type Config, readConfig } from '../config.ts'
import { itemNames } from '../contract/resources/index.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { mediaLibraryOf } from '../media/library.ts'
import { databaseFaults } from '../store/check/check.ts'
import type { MediaRecord, Reading, Store } from '../store/store.ts'
import { type Command, countWithNoun, parseOptions, say, UsageError } from './command.ts'
import { currentMoment, withStore } from './opened-store.ts'

// Compares media items with their files, in both directions.

type Library = ReturnType<typeof mediaLibraryOf>

/** Whether a file exists in the library now; it may be newer than a listing of the files. */
async function doesFileExistInLibrary(file: string, library: Library): Promise<boolean> {
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
const UPLOAD_GRACE_SECONDS = 3600

/** Compares media items and files. The service may run at the same time: items deleted during the comparison are not faults. */
async function mediaFaults(store: Store, library: Library, { now }: Moment): Promise<MediaFaults> {
  const files = new Map<string, number>()
  for await (const { file, modified } of library.all()) files.set(file, modified)
  const missing: { readonly id: number; readonly file: string }[] = []
  for await (const record of store.all('media')) {
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

const help = `Usage: fasti check

Reads all stored data and reports faults in: the database file and its indexes, the text index, references, counts of
categories and tags, slugs, parents, ids, revision and journal, texts folded for searching and sorting, those of
translations too, series and their occurrences, and image files. An image without its file is a fault. Files that belong to no image are only counted; fasti
media prune lists them. It changes nothing, and the service may run at the same time. The exit code is 1 if there is a fault.

On PostgreSQL, indexes are compared with their tables if the extension amcheck is installed.
DATABASE_URL names the database: see fasti --help env.`

/** Messages about every fault in the database and the image files of a configuration. Calls `onUnnamed` with the number of files that belong to no image. Throws if there is no database, or it cannot be reached. */
export async function databaseAndImageFaults(
  config: Config,
  onUnnamed: (files: number) => void = () => {},
): Promise<readonly string[]> {
  const faults = await databaseFaults(config.databaseUrl)
  // A damaged database may be unreadable, so the later checks do not run.
  if (faults.length > 0) return faults
  const context = {
    moment: currentMoment(config),
    actor: commandActor,
    currency: config.currency,
    images: mediaLibraryOf(config),
  }
  return withStore(config, async (store) => {
    const derived = await messagesOnWrongDerivedColumns({ ...context, store })
    const { faults: missing, unnamed } = await mediaFaults(store, context.images, context.moment)
    onUnnamed(unnamed)
    return [...derived, ...(await storedSeriesFaults({ store })), ...missing]
  })
}

/** Prints the faults. Returns the exit code. */
export function printFaults(faults: readonly string[]): number {
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  say(`The stored data is not consistent: ${countWithNoun(faults.length, 'fault')} found.`)
  return 1
}

export const check: Command = {
  help,
  async run(args, env) {
    if (parseOptions(args, {}).positionals.length > 0) throw new UsageError('fasti check takes no arguments.')
    const faults = await databaseAndImageFaults(readConfig(env), (unnamed) => {
      if (unnamed > 0)
        say(`${countWithNoun(unnamed, 'file')} of no image may be removed: fasti media prune lists them.`)
    })
    if (faults.length > 0) return printFaults(faults)
    say('No faults found.')
    return 0
  },
}

// `fasti media prune`: lists unused images, orphaned files and missing files.

const mediaHelp = `Usage: fasti media prune

Lists unused images and files, one per line, and changes nothing:

  unused ID TITLE   an image that no event, venue or organizer shows, and that no description contains;
                    DELETE /media/ID removes it with its files
  file NAME         a file at least one hour old that belongs to no image, for example after a crash; remove it by hand
  missing ID NAME   a file of an image that does not exist

DATABASE_URL names the database and FASTI_MEDIA the image storage: see fasti --help env.`

type MediaLibrary = ReturnType<typeof mediaLibraryOf>

const NAMED = /\/media\/([0-9a-z_-]+\.[a-z]+)/g

/** Returns whether an image is in use: as the image of an item, or by its file name in a description. */
async function shown(store: Reading) {
  const [images, named] = [new Set<number>(), new Set<string>()]
  for (const name of itemNames) {
    for await (const item of store.all(name)) {
      if ('image' in item && item.image !== null) images.add(item.image)
      const text = 'content' in item ? item.content : item.description
      for (const [, file = ''] of text.matchAll(NAMED)) named.add(file)
    }
  }
  return ({ id, ...record }: MediaRecord) =>
    images.has(id) || fileNamesOfMediaItem(record).some((file) => named.has(file))
}

/** Every line of the report. */
async function* unusedLines(
  store: Reading,
  files: ReadonlyMap<string, number>,
  library: MediaLibrary,
  { now }: Moment,
): AsyncIterable<string> {
  const isShown = await shown(store)
  const known = new Set<string>()
  for await (const record of store.all('media')) {
    for (const file of fileNamesOfMediaItem(record)) {
      known.add(file)
      // The file may have been uploaded after the listing.
      if (!files.has(file) && !(await doesFileExistInLibrary(file, library)))
        yield `missing ${record.id} ${file}`
    }
    if (!isShown(record)) yield `unused ${record.id} ${record.title}`
  }
  for (const [file, modified] of files)
    if (!known.has(file) && modified <= epochOfInstant(now) - UPLOAD_GRACE_SECONDS) yield `file ${file}`
}

export const media: Command = {
  help: mediaHelp,
  async run(args, env) {
    const [verb, ...more] = parseOptions(args, {}).positionals
    if (verb !== 'prune' || more.length > 0) throw new UsageError('fasti media takes one verb: prune.')
    const config = readConfig(env)
    const library = mediaLibraryOf(config)
    const files = new Map<string, number>()
    for await (const { file, modified } of library.all()) files.set(file, modified)
    let count = 0
    await withStore(config, (kept) =>
      kept.snapshot(async (store) => {
        for await (const line of unusedLines(store, files, library, currentMoment(config))) {
          process.stdout.write(`${line}\n`)
          count += 1
        }
      }),
    )
    say(count === 0 ? 'Everything is in use.' : `${countWithNoun(count, 'line')}. Nothing was changed.`)
    return 0
  },
}
