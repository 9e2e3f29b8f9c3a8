/** The args of a write: the body overrides the query string; and what a dialect may ask about it (contract §12). */

import { readItemAt } from '../../actions/read.ts'
import { Problem } from '../../problem.ts'
import type { DialectWriteQuestions } from '../../representations/dialect.ts'
import { representItem } from '../../representations/json/index.ts'
import { type ApiRequest, idOrSlugInPath, representationContextOf } from './api-request.ts'
import type { RawArgs } from './forms.ts'
import { parseBody } from './raw-args.ts'
import { requireKnownNames } from './strict.ts'
import { fileArgName, parseUpload, uploadLimitsOfOperation } from './upload.ts'

const opensNothing = async () => false

/** The item that an update changes, as its writer sees it; undefined where the caller can't read it. */
async function shownItem(request: ApiRequest): Promise<object | undefined> {
  const { operation, params, context } = request
  const { resource } = operation
  if (resource === undefined || operation.action !== 'update') return undefined
  try {
    const item = await readItemAt(resource, idOrSlugInPath(operation, params), opensNothing, context)
    return representItem(resource, item, representationContextOf(request, false, ''))
  } catch (error) {
    // The update itself says why the item can't be read.
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** The questions that a dialect may ask about the write of a request. */
function dialectWriteQuestions(request: ApiRequest): DialectWriteQuestions {
  const { operation, context } = request
  return {
    resource: operation.resource,
    isNew: operation.action !== 'update',
    hasTerm: (name, text) =>
      context.store.snapshot(async (store) => (await store.term(name, { text })) !== undefined),
    shown: () => shownItem(request),
  }
}

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
  if (request.isStrict === true) requireKnownNames(request, sent)
  return root.dialect?.sent(sent, dialectWriteQuestions(request)) ?? sent
}
