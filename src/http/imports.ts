/** Importing over HTTP (contract §0, ext.): a file in, a report out. */
import { refusal, rights } from '../actions/policy.ts'
import { columnMapOf } from '../calendars/csv/column-map.ts'
import { importText } from '../calendars/import-text.ts'
import type { ImportArgs } from '../contract/imports.ts'
import { invalidParam } from '../problem.ts'
import { globalId } from '../representations/urls.ts'
import { type Answer, type Asked, accepted } from './asked.ts'
import { revisionHeader } from './headers.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Parts } from './parts.ts'
import { written } from './written.ts'

/** Events in one transaction: as many as nobody else's answer waits for. */
const SLICE = 10

const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf({ bytes }: ImportArgs['file']): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalidParam('file', 'is not UTF-8 text')
  }
}

/** Answers imports, one after the other: each holds its whole text, and what it was taken apart into. Throws 401, 403 or 503. */
export function importAnswers(parts: Parts): (asked: Asked) => Promise<Answer> {
  const alone = oneAtATime('Another import is under way. Try again when it is done.')

  async function imported({ operation, context }: Asked, sent: ImportArgs): Promise<Answer> {
    const { file, source = file.name, prune: prunes, dry_run: isDry, columns = '' } = sent
    if (prunes && source === '')
      throw invalidParam('source', `is needed with prune: ${operation.path} must know what it was`)
    const { store, ...caller } = context
    const body = await importText(
      { text: textOf(file), source, prunes, columns: columnMapOf(columns) },
      {
        store,
        caller,
        now: parts.now,
        globalId: (name, id) => globalId({ base: parts.baseUrl }, name, id),
        isFatal: (error) => parts.unavailability(error) !== undefined,
        isStrict: false,
        isDry,
        slice: SLICE,
        onProgress: () => {},
      },
    )
    return { status: 200, body, headers: revisionHeader(await store.revision()) }
  }

  return async (asked) => {
    const { actor } = asked.context
    if (!rights[actor.role].imports) throw refusal(actor)
    const sent = accepted(asked.operation.args, await written(asked), 'create') as ImportArgs
    return alone(() => imported(asked, sent))
  }
}
