/** Multipart bodies (RFC 7578): form fields and files. */
import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { Upload } from '../../contract/kinds.ts'
import { Problem } from '../../problem.ts'
import { formValues } from './forms.ts'

export interface Multipart {
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
      throw new Problem('rest_invalid_json', {
        message: `The multipart body has more than ${MAX_PARTS} parts. Send fewer parts.`,
      })
    at = body.indexOf(delimiter, at + delimiter.length)
  }
}

async function contentOf(file: BusboyFileStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Parses a multipart body. Throws 400 if it is malformed or has more than 2,000 parts. */
export async function multipartOf(body: Buffer, contentType: string): Promise<Multipart> {
  allowParts(body, contentType)
  const pairs: string[] = []
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
    parser.on('field', (name, value) =>
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
    )
    parser.on('file', (field, file, name = '') =>
      files.push(contentOf(file).then((bytes) => [field, { name, bytes }] as const)),
    )
    await new Promise((resolve, reject) => {
      parser.on('finish', resolve)
      parser.on('error', reject)
      Readable.from([body]).on('error', reject).pipe(parser)
    })
  } catch (cause) {
    for (const file of files) file.catch(() => {})
    throw new Problem('rest_invalid_json', {
      message: 'The multipart body is malformed. Check its boundary.',
      cause,
    })
  }
  const fields = formValues(pairs.join('&').replace(/%5B/g, '[').replace(/%5D/g, ']'))
  return { fields, files: await Promise.all(files) }
}
