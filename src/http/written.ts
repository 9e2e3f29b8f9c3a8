/** What a write sends: the body over the query string. */
import type { Asked } from './asked.ts'
import { bodyOf, type Sent } from './sent.ts'
import { fileOf, uploadOf } from './upload.ts'

const textOf = (header: unknown) => (typeof header === 'string' ? header : undefined)

/** The body over the query string; the query string's password never sets one. Throws 400, 413 or 415. */
export async function written({ operation, query, headers, body, root }: Asked): Promise<Sent> {
  const { password: _, ...rest } = query.args(operation.args)
  const inOurTerms = (sent: Sent): Sent => root.dialect?.sent(sent) ?? sent
  const type = textOf(headers['content-type'])
  const limits = fileOf(operation)
  const own =
    limits === undefined
      ? await bodyOf(body, type)
      : await uploadOf(body, limits, type, textOf(headers['content-disposition']))
  return inOurTerms({ ...rest, ...own })
}
