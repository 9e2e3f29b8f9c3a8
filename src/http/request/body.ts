/** The args of a write: the body overrides the query string. */
import type { ApiRequest } from './api-request.ts'
import { parseBody, type RawArgs } from './raw-args.ts'
import { fileArgName, parseUpload, uploadLimitsOfOperation } from './upload.ts'
import { dialectWriteQuestions } from './write-questions.ts'

const textOf = (header: unknown) => (typeof header === 'string' ? header : undefined)

/**
 * Merges body and query string; the body wins. The query string's password only opens an event and never sets one, and its translations
 * only ask for what the answer shows. Throws 400, 413 or 415.
 */
export async function sentArgs(request: ApiRequest): Promise<RawArgs> {
  const { operation, query, headers, body, root } = request
  const { password: _, translations: __, ...rest } = query.args(operation.args)
  const type = textOf(headers['content-type'])
  const limits = uploadLimitsOfOperation(operation)
  const own =
    limits === undefined
      ? await parseBody(body, type)
      : await parseUpload(body, limits, {
          type,
          disposition: textOf(headers['content-disposition']),
          arg: fileArgName(operation.args),
        })
  const sent = { ...rest, ...own }
  return root.dialect?.sent(sent, dialectWriteQuestions(request)) ?? sent
}
