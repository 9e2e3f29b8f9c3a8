/** Uploads (contract §2.2): a file as a part of a multipart body, or as the body itself. */
import type { FastifyRequest } from 'fastify'
import type { Upload } from '../contract/kinds.ts'
import type { Operation } from '../contract/operations.ts'
import { invalidParam, Problem } from '../problem.ts'
import { multipartOf } from './multipart.ts'
import { bodyOf, type Sent } from './sent.ts'

const MOST_BYTES = 10 * 1024 * 1024
/** A file and what a form has around it. */
export const MOST_UPLOADED = MOST_BYTES + 65_536
const LARGE = 1_048_576

/** Whether an operation takes a file, and so a larger body than others. */
export function takesFile({ args }: Operation): boolean {
  return args.file?.kind.name === 'upload'
}

/** Whether a body is larger than it may be elsewhere, or does not say how large it is. */
export function isLarge({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > LARGE
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The file name of a Content-Disposition (RFC 6266): `filename*` over `filename`; "" where there is none. */
export function fileNameOf(disposition: string): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(disposition)?.[1]
  if (extended !== undefined) return decoded(extended)
  const [, quoted, plain = ''] =
    /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition) ?? []
  // Node reads headers as Latin-1; clients write UTF-8.
  return Buffer.from(quoted?.replace(/\\(.)/g, '$1') ?? plain, 'latin1').toString('utf8')
}

function checked(file: Upload): Upload {
  if (file.bytes.length > MOST_BYTES) throw new Problem('rest_body_too_large')
  return file
}

async function partsOf(body: Buffer, contentType: string): Promise<Sent> {
  const { fields, files } = await multipartOf(body, contentType)
  const [first, ...more] = files.filter(([field]) => field === 'file')
  if (more.length > 0) throw invalidParam('file', 'must be one file')
  return first === undefined ? fields : { ...fields, file: checked(first[1]) }
}

/** The body with its file, and its name from the Content-Disposition of a raw one. Throws 400, 413 or 415. */
export async function uploadOf(body: unknown, contentType = '', disposition = ''): Promise<Sent> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const isRaw = type.startsWith('image/') || type === 'application/octet-stream'
  if (isRaw && Buffer.isBuffer(body)) return { file: checked({ name: fileNameOf(disposition), bytes: body }) }
  if (type === 'multipart/form-data' && Buffer.isBuffer(body)) return partsOf(body, contentType)
  return isRaw ? { file: { name: '', bytes: Buffer.alloc(0) } } : bodyOf(body, contentType)
}
