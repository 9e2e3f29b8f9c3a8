/** Images of imported events. If an image can't be fetched, the event is imported without it. */
import type { Context } from '../../api/context.ts'
import { urlOfAnyScheme } from '../../domain/text/links.ts'
import type { SentObject } from '../../formats/jsonl/sent-line.ts'
import type { NoteFunction } from '../../formats/notes.ts'
import { because } from '../../problem.ts'

/** Returns the args of an event, without its image if that can't be fetched. */
export type Pictured = (args: SentObject, context: Pick<Context, 'prepared'>) => SentObject

/** After this many failed images of one host, the import requests no more from it. */
const MAX_FAILED = 3

/** The images of one import. Notes those that failed. */
export function unfetchableImageDropper(note: NoteFunction): Pictured {
  const failed = new Map<string, number>()
  return (args, { prepared: known }) => {
    const { image, ...others } = args
    const url = typeof image === 'string' ? urlOfAnyScheme(image) : undefined
    if (typeof image !== 'string' || url === undefined) return others
    const { host } = url
    const failures = failed.get(host) ?? 0
    const prepared = known?.images.get(image)
    if (prepared !== undefined && 'fault' in prepared) {
      failed.set(host, failures + 1)
      note(because('image_left_out', { why: prepared.fault }))
      return others
    }
    return failures < MAX_FAILED ? args : others
  }
}
