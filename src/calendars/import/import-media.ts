/** Imports one line of an export about an image: its row only, since exports contain no files. */
import { mediaColumnsFromArgs } from '../../actions/compose/media.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { imageTypeOfName, mediaTypesByImageExtension } from '../../domain/image-types.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type MediaLineArgs, mediaLineArgDeclarations } from '../../formats/jsonl/record-args.ts'
import type { SentObject } from '../../formats/jsonl/sent-line.ts'
import { because, invalidParam } from '../../problem.ts'
import type { MediaRecord } from '../../store/store.ts'
import {
  type ImportTransaction,
  type LineOutcome,
  ourIdOfGlobalId,
  rememberGlobalId,
  reserveExplicitIds,
} from './import-batch.ts'

function rowOf(args: MediaLineArgs, { context }: ImportTransaction): Omit<MediaRecord, 'id' | 'widths'> {
  const { file, extension, mime_type, width, height, filesize, date_utc } = args
  const { version = 1, author = 0, source_url = '' } = args
  return {
    version,
    author,
    source_url,
    file,
    extension,
    mime_type,
    width,
    height,
    filesize,
    date_utc,
    modified_utc: args.modified_utc ?? epochOfInstant(context.moment.now),
    sizes: args.sizes,
    ...mediaColumnsFromArgs(args, undefined, { ...context, restoresTranslations: true }),
  }
}

async function add(
  batch: ImportTransaction,
  { id, global_id }: MediaLineArgs,
  row: Omit<MediaRecord, 'id' | 'widths'>,
): Promise<number> {
  const { store, globalId, intoEmpty } = batch
  const mayKeepId = intoEmpty || global_id === globalId('media', id)
  if (mayKeepId && (await store.media(id)) === undefined) {
    batch.state.hasOwnIds = true
    return store.insertMedia({ ...row, id })
  }
  await reserveExplicitIds(batch)
  return store.insertMedia({ ...row, author: 0 })
}

/** Throws 400 if the line contradicts itself, or if one of its files is not in the media store. */
async function allowFiles(
  { file, extension, mime_type, sizes }: MediaLineArgs,
  { context }: ImportTransaction,
): Promise<void> {
  if (imageTypeOfName(file) !== mime_type || mediaTypesByImageExtension[extension] !== mime_type)
    throw invalidParam('file', because('not_a_file_of_type'))
  for (const one of [file, ...Object.values(sizes).map((size) => size.file)])
    if (!(await context.images.has(one))) throw invalidParam('file', because('no_such_file', { file: one }))
}

/** Imports the row of an image within the batch. Images with the same file are the same. */
export async function importMediaLine(batch: ImportTransaction, sent: SentObject): Promise<LineOutcome> {
  const args = parseArgs(mediaLineArgDeclarations, sent, 'create')
  const { store, globalId } = batch
  const own = args.global_id === globalId('media', args.id) ? args.id : undefined
  for (const id of [own, await ourIdOfGlobalId(batch, 'media', args.global_id)]) {
    const kept = id === undefined ? undefined : await store.media(id)
    if (kept?.file !== args.file) continue
    await rememberGlobalId(batch, 'media', args.global_id, kept.id)
    return 'unchanged'
  }
  await allowFiles(args, batch)
  await rememberGlobalId(batch, 'media', args.global_id, await add(batch, args, rowOf(args, batch)))
  return 'created'
}
