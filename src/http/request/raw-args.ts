/** Parses the body of a request into raw values by name (contract §2.1). */
import type { RawArgs } from './forms.ts'


import { because, Problem } from '../../problem.ts'
import { waitForTurnToProcessBody } from './body-turns.ts'
import { parseFormValues } from './forms.ts'
import { jsonFaultOffset } from './json-fault.ts'
import { parseMultipart } from './multipart.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch (cause) {
    throw new Problem('rest_invalid_json', { ...because('body_not_utf8'), cause })
  }
}

function jsonOf(body: Buffer): RawArgs {
  const text = decodeUtf8(body)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    // Only some engine versions report the position in their message.
    const position = jsonFaultOffset(text)
    throw new Problem('rest_invalid_json', {
      ...because('body_not_json', { position }),
      data: { position },
      cause,
    })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Problem('rest_invalid_json')
  return { ...parsed }
}

/** JSON that was sent as a form, as curl does without a Content-Type. */
const looksLikeJson = (form: string) => /^\s*(?:\{|%7b)/i.test(form)

function formOf(body: Buffer): RawArgs {
  const text = decodeUtf8(body)
  if (looksLikeJson(text)) throw new Problem('rest_invalid_json', because('json_in_form'))
  return parseFormValues(text)
}

/**
 * Parses a body by its Content-Type; an empty body is `{}` for any type. Throws 400, or 415, which names `formatMediaTypes`: the types of a
 * file that the route takes.
 */
export async function parseBody(
  body: unknown,
  contentType: string | undefined,
  fileTypes: readonly string[] = [],
): Promise<RawArgs> {
  if (!Buffer.isBuffer(body) || body.length === 0) return {}
  await waitForTurnToProcessBody(body)
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json' || type?.endsWith('+json')) return jsonOf(body)
  if (type === 'application/x-www-form-urlencoded') return formOf(body)
  if (type === 'multipart/form-data') return (await parseMultipart(body, contentType ?? '')).fields
  const file = `Send a file as multipart/form-data, or as the body itself (${fileTypes.join(', ')}).`
  throw new Problem('rest_unsupported_media_type', fileTypes.length === 0 ? {} : { message: file })
}
