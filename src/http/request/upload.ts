/** Uploads (contract §2.2): a file in a multipart body, or as the body itself. */
import type { ArgSpecs } from '../../contract/arg.ts'
import type { Upload, UploadLimits } from '../../contract/kinds.ts'
import type { Operation } from '../../contract/operations.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import { waitForTurnToProcessBody } from './body-turns.ts'
import { parseMultipart } from './multipart.ts'
import type { RawArgs } from './forms.ts'
import { parseBody } from './raw-args.ts'

/** Bytes that a form may have besides the file. */
const AROUND = 65_536

/** Characters that all fields of a form with a file may have together: without a file, they could take its place. */
const MAX_TEXT = 262_144

/** The name of the arg that is a file. */
export const fileArgName = (args: ArgSpecs): string =>
  Object.keys(args).find((name) => args[name]?.kind.upload !== undefined) ?? 'file'

/** The limits of an operation's file; undefined if it takes none. */
export function uploadLimitsOfOperation({ args }: Pick<Operation, 'args'>): UploadLimits | undefined {
  return args[fileArgName(args)]?.kind.upload
}

/** The maximum body size of operations with a file, in bytes; undefined if none takes a file. */
export function largestUploadOfOperations(operations: readonly Operation[]): number | undefined {
  const sizes = operations.flatMap((operation) => uploadLimitsOfOperation(operation)?.mostBytes ?? [])
  return sizes.length === 0 ? undefined : Math.max(...sizes) + AROUND
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The file name of a Content-Disposition (RFC 6266): `filename*` before `filename`; "" without either. */
function fileNameOf(disposition: string): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(disposition)?.[1]
  if (extended !== undefined) return decoded(extended)
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
