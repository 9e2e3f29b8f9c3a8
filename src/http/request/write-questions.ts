/** Answers to the questions of a dialect about a write (contract §12). */
import { readItemAt } from '../../actions/read.ts'
import { Problem } from '../../problem.ts'
import type { DialectWriteQuestions } from '../../representations/dialect.ts'
import { representItem } from '../../representations/json/index.ts'
import { type ApiRequest, idOrSlugInPath, representationContextOf } from './api-request.ts'

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
export function dialectWriteQuestions(request: ApiRequest): DialectWriteQuestions {
  const { operation, context } = request
  return {
    resource: operation.resource,
    isNew: operation.action !== 'update',
    hasTerm: (name, text) =>
      context.store.snapshot(async (store) => (await store.term(name, { text })) !== undefined),
    shown: () => shownItem(request),
  }
}
