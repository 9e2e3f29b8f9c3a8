/** DELETE from WordPress clients, which may send `force` in the body (contract §12). */
import type { ApiRequest } from './api-request.ts'
import type { RawArgs } from './forms.ts'
import { parseBody } from './raw-args.ts'

/** The args of a DELETE: the query string; under an alias also the body's `force` if the query has none. */
export async function deleteRequestArgs({
  operation,
  root,
  query,
  body,
  headers,
}: ApiRequest): Promise<RawArgs> {
  const sent = query.args(operation.args)
  if (root.dialect === undefined) return sent
  const type = headers['content-type']
  // A DELETE body has no other meaning, so a malformed one is ignored.
  const { force } = await parseBody(body, typeof type === 'string' ? type : undefined).catch(
    (): RawArgs => ({}),
  )
  return force === undefined ? sent : { force, ...sent }
}
