/** `fasti media prune`: lists unused images, orphaned files and missing files. */
import { fileNamesOfMediaItem } from '../actions/linking/prepared-images.ts'
import { readConfig } from '../config.ts'
import { itemNames } from '../contract/resources/index.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { mediaLibraryOf } from '../media/library.ts'
import type { MediaRecord, Reading } from '../store/store.ts'
import { type Command, parseOptions, say, UsageError } from './support/command.ts'
import { countWithNoun } from './support/count-with-noun.ts'
import { doesFileExistInLibrary, UPLOAD_GRACE_SECONDS } from './support/media-faults.ts'
import { currentMoment, withStore } from './support/opened-store.ts'

const help = `Usage: fasti media prune

Lists unused images and files, one per line, and changes nothing:

  unused ID TITLE   an image that no event, venue or organizer shows, and that no description contains;
                    DELETE /media/ID removes it with its files
  file NAME         a file at least one hour old that belongs to no image, for example after a crash; remove it by hand
  missing ID NAME   a file of an image that does not exist

DATABASE_URL names the database and FASTI_MEDIA the image storage: see fasti --help env.`

type Library = ReturnType<typeof mediaLibraryOf>

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
  library: Library,
  { now }: Moment,
): AsyncIterable<string> {
  const isShown = await shown(store)
  const known = new Set<string>()
  for await (const record of store.allMedia()) {
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
  help,
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
