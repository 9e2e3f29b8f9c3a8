/**
 * A local S3 server with the part of the protocol that a bucket of images needs, written from its reference: version 4
 * signatures over headers and body, keys, ranges, missing keys, and paged lists.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const accessKey = 'AKFASTI'
const secretKey = 'secret of the tests'

/**
 * A failure: a status with an error code (`SlowDown`) in the body; no response; or, for files, a response that ends before or
 * within its body, that stalls there, or that is the whole file for a range request.
 */
export type Failure =
  | { readonly status: number; readonly code?: string }
  | 'silent'
  | 'empty'
  | 'cut'
  | 'stalled'
  | 'whole'

export interface S3Server {
  /** The value of FASTI_MEDIA for a bucket named `images`. */
  readonly url: string
  /** Key → stored bytes. */
  readonly objects: ReadonlyMap<
    string,
    { readonly bytes: Buffer; readonly headers: IncomingMessage['headers'] }
  >
  /** Fails all requests in this way until it is undefined. */
  fail(failure: Failure | undefined): void
  close(): Promise<void>
}

const PAGE = 2
const digest = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Whether the request is signed with the secret key, its body included. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=AKFASTI\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const { pathname, searchParams } = new URL(url, 'http://x')
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  const own = signed.split(';').map((name) => `${name}:${headers[name]}\n`)
  const hash = String(headers['x-amz-content-sha256'])
  const request = [method, pathname, query, own.join(''), signed, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest(request)].join('\n')
  const key = scope.split('/').reduce<Buffer | string>((kept, part) => hmac(kept, part), `AWS4${secretKey}`)
  return (
    hmac(key, text).toString('hex') === signature && (hash === 'UNSIGNED-PAYLOAD' || hash === digest(body))
  )
}

type Objects = Map<string, { readonly bytes: Buffer; readonly headers: IncomingMessage['headers'] }>

function list(objects: Objects, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()]
    .sort()
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
  const page = keys.slice(0, PAGE)
  const isMore = keys.length > PAGE
  const rows = page.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>2027-01-15T12:00:00.000Z</LastModified></Contents>`,
  )
  const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${rows.join('')}${next}</ListBucketResult>`
}

function get(
  { headers }: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  failure: Failure | undefined,
): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const isWhole = from === undefined || failure === 'whole'
  const part = isWhole ? bytes : bytes.subarray(Number(from), Number(to) + 1)
  const ranges = isWhole ? {} : { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` }
  response.writeHead(isWhole ? 200 : 206, { 'Content-Length': part.length, ...ranges })
  // A request for one byte asks for the size; failures do not affect it.
  if (failure === undefined || isWhole || part.length === 1) return void response.end(part)
  response.flushHeaders()
  const sent = part.subarray(0, failure === 'empty' ? 0 : part.length / 2)
  response.write(sent, () => {
    if (failure !== 'stalled') response.destroy()
  })
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Objects,
  body: Buffer,
  failure: Failure | undefined,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const key = decodeURIComponent(pathname.slice('/images/'.length))
  if (!isSigned(request, body)) return void refuse(response, 403, 'SignatureDoesNotMatch')
  if (!`${pathname}/`.startsWith('/images/')) return void refuse(response, 404, 'NoSuchBucket')
  if (key === '') return void response.end(list(objects, searchParams))
  const { method = '', headers } = request
  if (method === 'PUT') objects.set(key, { bytes: body, headers })
  if (method === 'DELETE') objects.delete(key)
  if (method === 'PUT' || method === 'DELETE')
    return void response.writeHead(method === 'PUT' ? 200 : 204).end()
  const kept = objects.get(key)
  if (kept === undefined) refuse(response, 404, 'NoSuchKey')
  else get(request, response, kept.bytes, failure)
}

// The credentials as an operator sets them; one attempt, so that a test does not wait for an expected failure.
const given = { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey, AWS_MAX_ATTEMPTS: '1' }

/** Starts the server on a free port of this machine, and sets its credentials in this process. */
export async function s3Server(): Promise<S3Server> {
  Object.assign(process.env, given)
  const objects: Objects = new Map()
  let failure: Failure | undefined
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (failure === 'silent') return
    if (typeof failure === 'object') refuse(response, failure.status, failure.code ?? 'InternalError')
    else answer(request, response, objects, body, failure)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://images/site?endpoint=http://127.0.0.1:${port}&region=eu-south-1`,
    objects,
    fail(how) {
      failure = how
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
