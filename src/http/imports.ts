/** Importing over HTTP (contract §0, ext.): a file in, a report out. */
import { refusal, rights } from '../actions/policy.ts'
import { columnMapOf } from '../calendars/csv/column-map.ts'
import { importText } from '../calendars/import-text.ts'
import type { ImportArgs } from '../contract/imports.ts'
import { charsetOf, decodedText } from '../domain/decoded-text.ts'
import { invalidParam, Problem } from '../problem.ts'
import { globalId } from '../representations/urls.ts'
import { type Answer, type Asked, accepted } from './asked.ts'
import { revisionHeader } from './headers.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Parts } from './parts.ts'
import { written } from './written.ts'

/** Events in one transaction: as many as nobody else's answer waits for. */
const SLICE = 10

/** Ends an import that nobody waits for. */
const gone = new Problem('rest_unavailable', { message: 'The client is gone.' })

function textOf({ bytes }: ImportArgs['file'], contentType: unknown): string {
  const text = decodedText(bytes, charsetOf(typeof contentType === 'string' ? contentType : undefined))
  if (text === undefined) throw invalidParam('file', 'is not text')
  return text
}

/** Answers imports, one after the other: each holds its whole text, and what it was taken apart into. Throws 401, 403 or 503. */
export function importAnswers(parts: Parts): (asked: Asked, isGone: () => boolean) => Promise<Answer> {
  const alone = oneAtATime('Another import is under way. Try again when it is done.')

  async function imported(
    { operation, context, headers }: Asked,
    sent: ImportArgs,
    isGone: () => boolean,
  ): Promise<Answer> {
    const { file, source = file.name, prune: prunes, dry_run: isDry, columns = '' } = sent
    if (prunes && source === '')
      throw invalidParam('source', `is needed with prune: ${operation.path} must know what it was`)
    const { store, ...caller } = context
    const body = await importText(
      { text: textOf(file, headers['content-type']), source, prunes, columns: columnMapOf(columns) },
      {
        store,
        caller,
        now: parts.now,
        globalId: (name, id) => globalId({ base: parts.baseUrl }, name, id),
        isFatal: (error) => parts.unavailability(error) !== undefined,
        isStrict: false,
        isDry,
        slice: SLICE,
        onProgress: () => {
          if (isGone()) throw gone
        },
      },
    )
    return { status: 200, body, headers: revisionHeader(await store.revision()) }
  }

  return async (asked, isGone) => {
    const { actor } = asked.context
    if (!rights[actor.role].imports) throw refusal(actor)
    const sent = accepted(asked.operation.args, await written(asked), 'create') as ImportArgs
    return alone(() => imported(asked, sent, isGone))
  }
}
