/** Import over HTTP (contract §0, ext.): takes a file, returns a report. */
import { refusal, rights } from '../../../actions/policy.ts'
import { columnMapOf } from '../../../calendars/csv/column-map.ts'
import { importText } from '../../../calendars/import/text.ts'
import { type ImportArgs, importArgs } from '../../../contract/operations/imports.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { charsetOf, decodedText } from '../../../domain/text/decoded-text.ts'
import { invalidParam, Problem } from '../../../problem.ts'
import { globalId } from '../../../representations/urls.ts'
import type { AppOptions } from '../../options.ts'
import { revisionHeader } from '../../protocol/headers.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { readBody } from '../../request/body.ts'
import type { OperationHandler } from '../handler.ts'
import { oneAtATime } from '../one-at-a-time.ts'

/** Events per transaction: few, so that other writers do not wait noticeably. */
const SLICE = 10

/** Ends an import whose client has closed the connection. */
const gone = new Problem('rest_unavailable', { message: 'The client closed the connection.' })

function textOf({ bytes }: ImportArgs['file'], contentType: unknown): string {
  const text = decodedText(bytes, charsetOf(typeof contentType === 'string' ? contentType : undefined))
  if (text === undefined) throw invalidParam('file', 'is not text')
  return text
}

/**
 * Builds the import operation. One import runs at a time, since each holds its whole text and all parsed items in memory.
 * Throws 400, 401, 403 or 503.
 */
export function importOperation(parts: AppOptions): OperationHandler {
  const alone = oneAtATime('Another import is running. Try again when it has finished.')

  async function imported(
    { operation, context, headers }: ApiRequest,
    sent: ImportArgs,
    isGone: () => boolean,
  ): Promise<ApiResponse> {
    const { file, source = file.name, prune: prunes, dry_run: isDry, columns = '' } = sent
    if (prunes && source === '')
      throw invalidParam(
        'source',
        `is needed with prune: it identifies the earlier imports whose events ${operation.path} may remove`,
      )
    const { store, ...rest } = context
    // The scope `import` covers all that imports write.
    const caller = { ...rest, actor: { ...rest.actor, scopes: undefined } }
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

  return async (request, { reply }) => {
    const { actor } = request.context
    if (!rights[actor.role].imports) throw refusal(actor)
    const sent = parseArgs(importArgs, await readBody(request), 'create')
    return alone(() => imported(request, sent, () => reply.raw.destroyed))
  }
}
