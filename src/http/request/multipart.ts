/** Multipart bodies (RFC 7578): form fields and files. */
import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { Upload } from '../../contract/kinds.ts'
import { because, Problem } from '../../problem.ts'
import { parseFormValues } from './forms.ts'

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
export async function parseMultipart(
  body: Buffer,
  contentType: string,
  mostText = MOST_TEXT,
): Promise<Multipart> {
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
