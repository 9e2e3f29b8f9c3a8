/** `fasti media prune`: which images nothing shows, and which files nothing names. */
import { filesOf } from '../actions/images.ts'
import { readConfig } from '../config.ts'
import { itemNames } from '../contract/resources/index.ts'
import { epochOf, type Moment } from '../domain/moment.ts'
import { libraryOf } from '../service.ts'
import type { MediaRecord, Reading } from '../store/store.ts'
import { type Command, parsed, say, UsageError } from './command.ts'
import { isThere, ONE_HOUR } from './media-faults.ts'
import { momentOf, withStore } from './opened-store.ts'

const help = `Usage: fasti media prune

Tells what is there in vain, a line each, and changes nothing:

  unused ID TITLE   an image that no event, venue or organizer shows, and no description names;
                    DELETE /media/ID removes it with its files
  file NAME         a file that no image has, an hour old or more: what a crash has left; it may be removed by hand
  missing ID NAME   a file that an image has and that is not there

The database and the place of the images are those of the environment: see fasti --help.`

type Library = ReturnType<typeof libraryOf>

const NAMED = /\/media\/([0-9a-z_-]+\.[a-z]+)/g

/** The ids of images that items show, and the files that their texts name. */
async function shown(store: Reading) {
  const [images, named] = [new Set<number>(), new Set<string>()]
  for (const name of itemNames) {
    for await (const item of store.all(name)) {
      if ('image' in item && item.image !== null) images.add(item.image)
      for (const [, file = ''] of item.description.matchAll(NAMED)) named.add(file)
    }
  }
  return ({ id, ...record }: MediaRecord) => images.has(id) || filesOf(record).some((file) => named.has(file))
}

/** Every line of the report. */
async function* vain(
  store: Reading,
  files: ReadonlyMap<string, number>,
  library: Library,
  { now }: Moment,
): AsyncIterable<string> {
  const isShown = await shown(store)
  const known = new Set<string>()
  for await (const record of store.allMedia()) {
    for (const file of filesOf(record)) {
      known.add(file)
      // What was uploaded since the files were listed is there all the same.
      if (!files.has(file) && !(await isThere(file, library))) yield `missing ${record.id} ${file}`
    }
    if (!isShown(record)) yield `unused ${record.id} ${record.title}`
  }
  for (const [file, modified] of files)
    if (!known.has(file) && modified <= epochOf(now) - ONE_HOUR) yield `file ${file}`
}

export const media: Command = {
  name: 'media',
  summary: 'tell which images nothing shows, and which files nothing names',
  help,
  async run(args, env) {
    const [verb, ...more] = parsed(args, {}).positionals
    if (verb !== 'prune' || more.length > 0) throw new UsageError('fasti media takes one verb: prune.')
    const config = readConfig(env)
    const library = libraryOf(config)
    const files = new Map<string, number>()
    for await (const { file, modified } of library.all()) files.set(file, modified)
    let count = 0
    await withStore(config, (kept) =>
      kept.snapshot(async (store) => {
        for await (const line of vain(store, files, library, momentOf(config))) {
          process.stdout.write(`${line}\n`)
          count += 1
        }
      }),
    )
    say(count === 0 ? 'Everything is in use.' : `${count} lines: nothing was changed.`)
    return 0
  },
}
