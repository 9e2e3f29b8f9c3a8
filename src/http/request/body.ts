/** The args of a write: the body overrides the query string; and what a dialect may ask about it (contract §12). */

import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { readItemAt } from '../../actions/read.ts'
import type { ArgSpecs } from '../../contract/arg.ts'
import type { Upload, UploadLimits } from '../../contract/kinds.ts'
import type { Operation } from '../../contract/operations.ts'
import { decodedUriPart } from '../../domain/text/links.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import { representItem } from '../../representations/json/index.ts'
import type { DialectWriteQuestions } from '../../representations/urls.ts'
import { fairQueue } from '../../support/fair-queue.ts'
import { type ApiRequest, idOrSlugInPath, representationContextOf } from './api-request.ts'
import { parseFormValues, type RawArgs } from './query.ts'
import { requireKnownNames } from './strict.ts'

// Turns of large bodies: parsing one and checking its args holds up everything else, so others are served between two of them.

/** Bytes of a body that is parsed and checked in a few milliseconds. */
const SMALL = 16_384

/** Which address sent a body. */
const senders = new WeakMap<Buffer, string>()

/** Notes the address that sent a body, whose bodies take turns with those of others. Returns the body. */
export function noteAddressOfBody(address: string, body: Buffer): Buffer {
  senders.set(body, address)
  return body
}

/** The budgets of bodies bound how many wait: none is refused here. */
const inTurn = fairQueue({
  running: 1,
  waitingOfOne: Number.POSITIVE_INFINITY,
  waiting: Number.POSITIVE_INFINITY,
  what: 'large bodies',
  breath: () => breath(),
})

/**
 * Returns when the work for a body may begin: at once for a small one, else alone in a round of the event loop. Addresses take turns, so a
 * large body waits for at most one of each other address.
 */
async function waitForTurnToProcessBody(body: Buffer): Promise<void> {
  if (body.length > SMALL) await inTurn(senders.get(body) ?? '', async () => {})
}

/** Finds the position of a JSON syntax error (RFC 8259): only some engine versions report it. */

const SPACE = /[ \t\n\r]*/y
/** A string from its opening quote on, as far as it is valid. */
const STRING = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y
/** What is wrong after that: an escape, up to the character that it can't have. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?/y
/** A number, as far as it is valid: whole if it ends with a digit. */
const NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE](?:[+-]?\d*)?)?)?|[eE](?:[+-]?\d*)?)?)?/y
const words: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/** The end of a sticky pattern's match at an offset; the offset itself if there is no match. */
function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

/** A token that ends at `end`. If it `isBroken`, `end` is the position of the error. */
interface Token {
  readonly end: number
  readonly isBroken: boolean
}

const whole = (end: number): Token => ({ end, isBroken: false })
const broken = (end: number): Token => ({ end, isBroken: true })

/** Reads a string from its opening quote on. */
function stringAt(text: string, at: number): Token {
  const end = past(STRING, text, at)
  return text[end] === '"' && end > at ? whole(end + 1) : broken(past(ESCAPE, text, end))
}

function wordAt(text: string, at: number, word: string): Token {
  const wrong = [...word].findIndex((letter, index) => text[at + index] !== letter)
  return wrong < 0 ? whole(at + word.length) : broken(at + wrong)
}

/** Reads a string, number, boolean or null. */
function scalarAt(text: string, at: number): Token {
  const sign = text[at] ?? ''
  if (sign === '"') return stringAt(text, at)
  const word = words[sign]
  if (word !== undefined) return wordAt(text, at, word)
  const end = past(NUMBER, text, at)
  return /\d/.test(text[end - 1] ?? '') && end > at ? whole(end) : broken(end)
}

/** Reads the name of a member, and its colon. */
function nameAt(text: string, at: number): Token {
  const name = text[at] === '"' ? stringAt(text, at) : broken(at)
  if (name.isBroken) return name
  const end = past(SPACE, text, name.end)
  return text[end] === ':' ? whole(end + 1) : broken(end)
}

/** The expected token: a value, a value or the end of an empty list, a name, a name or the end of an empty object, or what follows a value. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'more'

const closing = { '[': ']', '{': '}' } as const

/**
 * The offset of the first invalid character, in UTF-16 code units; the length of `text` if it ends too early. Only for texts
 * that `JSON.parse` rejects. Reads each character once, without recursion.
 */
export function jsonFaultOffset(text: string): number {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = past(SPACE, text, at)
    const sign = text[at]
    const innermost = open.at(-1)
    if (sign === undefined) return text.length
    if (innermost !== undefined && sign === closing[innermost] && /^first|more/.test(expected)) {
      open.pop()
      expected = 'more'
      at += 1
    } else if (expected === 'more') {
      if (innermost === undefined || sign !== ',') return at
      expected = innermost === '{' ? 'name' : 'value'
      at += 1
    } else if (expected === 'name' || expected === 'first name') {
      const name = nameAt(text, at)
      if (name.isBroken) return name.end
      expected = 'value'
      at = name.end
    } else if (sign === '[' || sign === '{') {
      open.push(sign)
      expected = sign === '[' ? 'first value' : 'first name'
      at += 1
    } else {
      const scalar = scalarAt(text, at)
      if (scalar.isBroken) return scalar.end
      expected = 'more'
      at = scalar.end
    }
  }
}

// Multipart bodies (RFC 7578): form fields and files.

interface Multipart {
  readonly fields: Readonly<Record<string, unknown>>
  /** Files with the name of their field, in order. */
  readonly files: readonly (readonly [field: string, file: Upload])[]
}

const MAX_FILES = 20
/** Parsing a part costs fifty times as much as a field of a URL-encoded form. */
const MAX_PARTS = 2000

/** Throws 400 for a body with too many parts, before it is parsed. */
function allowParts(body: Buffer, contentType: string): void {
  const [, quoted, plain = ''] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? []
  const delimiter = Buffer.from(`\r\n--${quoted ?? plain}`, 'latin1')
  let at = body.indexOf(delimiter)
  // The first delimiter has no line break before it and is not counted; the closing one is.
  for (let parts = 0; at >= 0; parts += 1) {
    if (parts > MAX_PARTS)
      throw new Problem('rest_invalid_json', because('too_many_parts', { most: MAX_PARTS }))
    at = body.indexOf(delimiter, at + delimiter.length)
  }
}

async function contentOf(file: BusboyFileStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Characters of the fields of a form without a file: those of the largest body without one. */
const MOST_TEXT = 1_048_576

/** Bytes that are parsed at once: after too much text, the others are left. */
const PIECE = 65_536

function* piecesOf(body: Buffer): Iterable<Buffer> {
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE)
}

/**
 * Parses a multipart body whose fields have at most `mostText` characters together. Throws 400 if it is malformed or has more than
 * 2,000 parts, and 413 for more text.
 */
async function parseMultipart(body: Buffer, contentType: string, mostText = MOST_TEXT): Promise<Multipart> {
  allowParts(body, contentType)
  const pairs: string[] = []
  let left = mostText
  const files: Promise<readonly [string, Upload]>[] = []
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: 2000,
        fieldSize: 1_048_576,
        fieldNameSize: 500,
        files: MAX_FILES,
        parts: MAX_PARTS,
      },
    })
    parser.on('field', (name, value) => {
      left -= name.length + value.length
      if (left < 0) return void parser.destroy(new Problem('rest_body_too_large'))
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    })
    parser.on('file', (field, file, name = '') =>
      files.push(contentOf(file).then((bytes) => [field, { name, bytes }] as const)),
    )
    await new Promise((resolve, reject) => {
      parser.on('finish', resolve)
      parser.on('error', reject)
      Readable.from(piecesOf(body)).on('error', reject).pipe(parser)
    })
  } catch (cause) {
    for (const file of files) file.catch(() => {})
    if (cause instanceof Problem) throw cause
    throw new Problem('rest_invalid_json', {
      ...because('malformed_multipart'),
      cause,
    })
  }
  const fields = parseFormValues(pairs.join('&').replace(/%5B/g, '[').replace(/%5D/g, ']'))
  return { fields, files: await Promise.all(files) }
}

// Parses the body of a request into raw values by name (contract §2.1).

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

/** The text of a header that may be sent once. */
const textOf = (header: string | readonly string[] | undefined) =>
  typeof header === 'string' ? header : undefined

/**
 * Parses a body by its Content-Type; an empty body is `{}` for any type. Throws 400, or 415, which names `formatMediaTypes`: the types of a
 * file that the route takes.
 */
export async function parseBody(
  body: unknown,
  contentType: string | readonly string[] | undefined,
  fileTypes: readonly string[] = [],
): Promise<RawArgs> {
  if (!Buffer.isBuffer(body) || body.length === 0) return {}
  await waitForTurnToProcessBody(body)
  const sent = textOf(contentType)
  const type = sent?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json' || type?.endsWith('+json')) return jsonOf(body)
  if (type === 'application/x-www-form-urlencoded') return formOf(body)
  if (type === 'multipart/form-data') return (await parseMultipart(body, sent ?? '')).fields
  const file = `Send a file as multipart/form-data, or as the body itself (${fileTypes.join(', ')}).`
  throw new Problem('rest_unsupported_media_type', fileTypes.length === 0 ? {} : { message: file })
}

// Uploads (contract §2.2): a file in a multipart body, or as the body itself.

/** Bytes that a form may have besides the file. */
const AROUND = 65_536

/** Characters that all fields of a form with a file may have together: without a file, they could take its place. */
const MAX_TEXT = 262_144

const fileArgName = (args: ArgSpecs): string =>
  Object.keys(args).find((name) => args[name]?.kind.upload !== undefined) ?? 'file'

/** The limits of an operation's file; undefined if it takes none. */
function uploadLimitsOfOperation({ args }: Pick<Operation, 'args'>): UploadLimits | undefined {
  return args[fileArgName(args)]?.kind.upload
}

/** The maximum body size of operations with a file, in bytes; undefined if none takes a file. */
export function largestUploadOfOperations(operations: readonly Operation[]): number | undefined {
  const sizes = operations.flatMap((operation) => uploadLimitsOfOperation(operation)?.mostBytes ?? [])
  return sizes.length === 0 ? undefined : Math.max(...sizes) + AROUND
}

/** The file name of a Content-Disposition (RFC 6266): `filename*` before `filename`; "" without either. */
function fileNameOf(disposition: string): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(disposition)?.[1]
  if (extended !== undefined) return decodedUriPart(extended)
  const [, quoted, plain = ''] =
    /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition) ?? []
  // Node decodes headers as Latin-1; clients send UTF-8.
  return Buffer.from(quoted?.replace(/\\(.)/g, '$1') ?? plain, 'latin1').toString('utf8')
}

function checked(file: Upload, { mostBytes }: UploadLimits): Upload {
  if (file.bytes.length > mostBytes) throw new Problem('rest_body_too_large')
  return file
}

async function partsOf(
  body: Buffer,
  limits: UploadLimits,
  contentType: string,
  arg: string,
): Promise<RawArgs> {
  await waitForTurnToProcessBody(body)
  const { fields, files } = await parseMultipart(body, contentType, MAX_TEXT)
  const [first, ...more] = files.filter(
    ([field, file]) => field === arg && (file.name !== '' || file.bytes.length > 0),
  )
  if (more.length > 0) throw invalidParam(arg, because('several_files'))
  return first === undefined ? fields : { ...fields, [arg]: checked(first[1], limits) }
}

/** Whether the Content-Type says that the body is the file itself. */
function isRawType(type: string, { mediaTypes }: UploadLimits): boolean {
  const ownOf = (one: string) => (one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : type === one)
  return type === 'application/octet-stream' || mediaTypes.some(ownOf)
}

/** The headers of a body with a file, and the arg that the file is for. */
interface UploadHeaders {
  readonly type?: string | undefined
  /** The Content-Disposition; it names a file that is the body itself. */
  readonly disposition?: string | undefined
  readonly arg?: string
}

/** Parses a body with a file, and returns its args. Throws 400, 413 or 415. */
export async function parseUpload(
  body: unknown,
  limits: UploadLimits,
  { type: contentType = '', disposition = '', arg = 'file' }: UploadHeaders,
): Promise<RawArgs> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const isRaw = isRawType(type, limits)
  if (isRaw && Buffer.isBuffer(body))
    return { [arg]: checked({ name: fileNameOf(disposition), bytes: body }, limits) }
  if (type === 'multipart/form-data' && Buffer.isBuffer(body)) return partsOf(body, limits, contentType, arg)
  return isRaw
    ? { [arg]: { name: '', bytes: Buffer.alloc(0) } }
    : parseBody(body, contentType, limits.mediaTypes)
}

// DELETE from WordPress clients, which may send `force` in the body (contract §12).

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
  // A DELETE body has no other meaning, so a malformed one is ignored.
  const { force } = await parseBody(body, headers['content-type']).catch((): RawArgs => ({}))
  return force === undefined ? sent : { force, ...sent }
}

/** The item that an update changes, as its writer sees it; undefined where the caller can't read it. */
async function shownItem(request: ApiRequest): Promise<object | undefined> {
  const { operation, params, context } = request
  const { resource } = operation
  if (resource === undefined || operation.action !== 'update') return undefined
  try {
    const item = await readItemAt(resource, idOrSlugInPath(operation, params), context)
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
