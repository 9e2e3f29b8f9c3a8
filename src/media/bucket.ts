/** Stores media files in a bucket of any S3-compatible store. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { imageTypeOfName } from '../domain/images.ts'
import { because, Problem } from '../problem.ts'
import { requireLibrary } from '../support/optional-library.ts'
import type { FileNameAndModifiedTime, MediaStorage } from './storage.ts'

// The meaning of a bucket's errors: problems with a reason for the operator.

/** Returns the name of an error of the store (`NoSuchKey`) or of the client library. */
const nameOfBucketError = (error: unknown): string => (error instanceof Error ? error.name : '')

function statusOf(error: unknown): number | undefined {
  const { $metadata }: { readonly $metadata?: { readonly httpStatusCode?: number } } = Object(error)
  return $metadata?.httpStatusCode
}

/** Why the bucket is unavailable, as the end of a sentence for its operator. */
function reason(error: unknown): string {
  const status = statusOf(error)
  if (nameOfBucketError(error) === 'NoSuchBucket') return 'does not exist'
  if (nameOfBucketError(error) === 'CredentialsProviderError') return 'cannot be used without credentials'
  if (status === 401 || status === 403) return 'refuses the credentials of this service'
  if (status === 429 || status === 503) return 'asks for fewer requests'
  if (status === undefined) return 'does not respond or closes the connection'
  return `fails with ${status}`
}

/** Returns the problem 503 with the reason why a bucket failed. */
const problemOfFailedBucket = (cause: unknown): Problem =>
  new Problem('rest_unavailable', {
    ...because('bucket_away', { why: reason(cause) }),
    cause,
  })

/** Runs `work`, and converts its errors to 503 problems. */
async function runWithBucketProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw problemOfFailedBucket(error)
  }
}

/** A bucket. The client library finds credentials and undefined settings in the environment, in files or by roles. */
export interface S3BucketSettings {
  readonly name: string
  /** The prefix of every key: "", or with a trailing slash. */
  readonly prefix: string
  readonly endpoint: string | undefined
  readonly region: string | undefined
}

/** Timeouts in milliseconds. */
interface BucketPatience {
  readonly connecting: number
  /** Until a response begins, and between two parts of it. */
  readonly responding: number
}

/** The prefix of hold marks, which no image file name has. */
const MARKS = '.held/'

const patience: BucketPatience = { connecting: 5_000, responding: 30_000 }

async function opened({ endpoint, region }: S3BucketSettings, { connecting, responding }: BucketPatience) {
  // Loaded on demand, because most services have no bucket.
  const library = await import('@aws-sdk/client-s3')
  const client = new library.S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(region !== undefined && { region }),
    // Some S3-compatible stores do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connecting,
      requestTimeout: responding,
      throwOnRequestTimeout: true,
      // Also abort a response that stalls.
      socketTimeout: responding,
    },
  })
  return { library, client }
}

/** A bucket that is opened on first use. */
type LazyBucket = ReturnType<typeof lazyBucket>

function lazyBucket(bucket: S3BucketSettings, wait: BucketPatience) {
  let known: ReturnType<typeof opened> | undefined
  return {
    bucket,
    open() {
      known ??= opened(bucket, wait)
      return known
    },
  }
}

const keyOf = ({ bucket }: LazyBucket, file: string) => ({
  Bucket: bucket.name,
  Key: `${bucket.prefix}${file}`,
})

async function getRange(from: LazyBucket, file: string, first: number, last: number) {
  const { library, client } = await from.open()
  const Range = `bytes=${first}-${last}`
  const response = await client.send(new library.GetObjectCommand({ ...keyOf(from, file), Range }))
  if (!(response.Body instanceof Readable)) throw new Error(`the store returned no body for ${file}`)
  return { ...response, Body: response.Body }
}

// GET instead of HEAD: only a body distinguishes a missing file from a missing bucket.
async function sizeOf(from: LazyBucket, file: string): Promise<number | undefined> {
  try {
    const { Body, ContentRange = '' } = await getRange(from, file, 0, 0)
    const [, last, size] = /^bytes 0-(\d+)\/(\d+)$/.exec(ContentRange) ?? []
    Body.on('error', () => {})
    // Some stores send more than the byte that was asked for.
    if (last === '0') Body.resume()
    else Body.destroy()
    if (size === undefined) throw new Error(`the store returned no partial content for ${file}`)
    return Number(size)
  } catch (error) {
    if (nameOfBucketError(error) === 'NoSuchKey') return undefined
    throw error
  }
}

async function part(from: LazyBucket, file: string, first: number, last: number): Promise<Readable> {
  const { Body, ContentLength } = await getRange(from, file, first, last)
  // The length was already sent in the headers of our response.
  if (ContentLength !== last - first + 1) {
    Body.on('error', () => {}).destroy()
    throw new Error(`the store returned ${ContentLength} bytes of ${file}, not ${last - first + 1}`)
  }
  // Until the first byte arrives, a failure can still become a 503.
  await once(Body, 'readable')
  return Body
}

async function* listed({ bucket, open }: LazyBucket, marks = ''): AsyncIterable<FileNameAndModifiedTime> {
  const { library, client } = await open()
  const prefix = `${bucket.prefix}${marks}`
  const under = { Bucket: bucket.name, Prefix: prefix }
  try {
    for await (const { Contents = [] } of library.paginateListObjectsV2({ client }, under)) {
      for (const { Key = '', LastModified } of Contents) {
        const file = Key.slice(prefix.length)
        if (marks === '' && imageTypeOfName(file) === undefined) continue
        yield { file, modified: Math.floor((LastModified?.getTime() ?? 0) / 1000) }
      }
    }
  } catch (error) {
    throw problemOfFailedBucket(error)
  }
}

/** Writes a file. Images, which are never changed, may be cached for a year. */
async function put(into: LazyBucket, file: string, bytes: Uint8Array | undefined): Promise<void> {
  const { library, client } = await into.open()
  const headers = bytes && {
    ContentType: imageTypeOfName(file),
    CacheControl: 'public, max-age=31536000, immutable',
  }
  await client.send(new library.PutObjectCommand({ ...keyOf(into, file), ...headers, Body: bytes ?? '' }))
}

async function removeFile(from: LazyBucket, file: string): Promise<void> {
  const { library, client } = await from.open()
  await client.send(new library.DeleteObjectCommand(keyOf(from, file)))
}

/** Creates storage in a bucket; it connects on first use. Its methods throw 503 with the reason if the bucket is unavailable. */
export function bucketStorage(bucket: S3BucketSettings, wait: BucketPatience = patience): MediaStorage {
  requireLibrary('@aws-sdk/client-s3')
  const lazy = lazyBucket(bucket, wait)
  return {
    write: (files) =>
      runWithBucketProblems(async () => {
        for (const { file, bytes } of files) await put(lazy, file, bytes)
      }),
    remove: (files) =>
      runWithBucketProblems(async () => {
        for (const file of files) await removeFile(lazy, file)
      }),
    async read(file) {
      const type = imageTypeOfName(file)
      const size = type === undefined ? undefined : await runWithBucketProblems(() => sizeOf(lazy, file))
      if (type === undefined || size === undefined) return undefined
      return {
        size,
        type,
        stream: (first, last) => runWithBucketProblems(() => part(lazy, file, first, last)),
        close: async () => {},
      }
    },
    all: () => listed(lazy),
    mark: (name) => runWithBucketProblems(() => put(lazy, `${MARKS}${name}`, undefined)),
    unmark: (name) => runWithBucketProblems(() => removeFile(lazy, `${MARKS}${name}`)),
    marks: () => listed(lazy, MARKS),
  }
}
