/** The bucket of media files, in any store that speaks S3. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { Problem } from '../problem.ts'
import { type Keeper, type Listed, typeOf } from './keeper.ts'

/** Credentials, and what is undefined here, are found as the client library does: environment, files, roles. */
export interface Bucket {
  readonly name: string
  /** What every key begins with; "" or with a slash at its end. */
  readonly prefix: string
  readonly endpoint: string | undefined
  readonly region: string | undefined
}

/** Milliseconds. */
export interface BucketPatience {
  readonly connecting: number
  /** Until an answer begins, and between any two parts of it. */
  readonly answering: number
}

/** What marks are named after: no file of an image has such a name. */
const MARKS = '.held/'

const patience: BucketPatience = { connecting: 5_000, answering: 30_000 }

async function opened({ endpoint, region }: Bucket, { connecting, answering }: BucketPatience) {
  // Loaded only where there is a bucket: most have none.
  const library = await import('@aws-sdk/client-s3')
  const client = new library.S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(region !== undefined && { region }),
    // Other stores than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connecting,
      requestTimeout: answering,
      throwOnRequestTimeout: true,
      // An answer that stops half-way is given up too.
      socketTimeout: answering,
    },
  })
  return { library, client }
}

/** What the store says is wrong, as it names it (`NoSuchKey`), or the program that asks it. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

function statusOf(error: unknown): number | undefined {
  const told = error as { readonly $metadata?: { readonly httpStatusCode?: number } } | null
  return told?.$metadata?.httpStatusCode
}

/** Why the bucket is of no use right now, as whoever runs it needs it to be told. */
function reason(error: unknown): string {
  const status = statusOf(error)
  if (nameOf(error) === 'NoSuchBucket') return 'is not there'
  if (nameOf(error) === 'CredentialsProviderError') return 'is not asked, for want of credentials'
  if (status === 401 || status === 403) return 'refuses the credentials of this service'
  if (status === 429 || status === 503) return 'asks for fewer requests'
  if (status === undefined) return 'does not answer, or breaks off'
  return `fails with ${status}`
}

const unreached = (cause: unknown) =>
  new Problem('rest_unavailable', {
    message: `The bucket of images ${reason(cause)}. Try again shortly.`,
    cause,
  })

/** The same work, what goes wrong told as 503. */
async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unreached(error)
  }
}

/** The bucket, opened when it is first needed. Throws 503 with the reason where it can't be reached, refuses or breaks off. */
export function bucketAt(bucket: Bucket, wait: BucketPatience = patience): Keeper {
  let known: ReturnType<typeof opened> | undefined
  const open = () => {
    known ??= opened(bucket, wait)
    return known
  }
  const keyOf = (file: string) => ({ Bucket: bucket.name, Key: `${bucket.prefix}${file}` })

  async function got(file: string, from: number, to: number) {
    const { library, client } = await open()
    const Range = `bytes=${from}-${to}`
    const answer = await client.send(new library.GetObjectCommand({ ...keyOf(file), Range }))
    if (!(answer.Body instanceof Readable)) throw new Error(`the store gave no body for ${file}`)
    return { ...answer, Body: answer.Body }
  }

  // Not HEAD, whose answers have no body to tell a missing file from a missing bucket.
  async function sizeOf(file: string): Promise<number | undefined> {
    try {
      const { Body, ContentRange = '' } = await got(file, 0, 0)
      Body.on('error', () => {}).resume()
      const [, size] = /^bytes 0-0\/(\d+)$/.exec(ContentRange) ?? []
      if (size === undefined) throw new Error(`the store gave no part of ${file} where one was asked for`)
      return Number(size)
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return undefined
      throw error
    }
  }

  async function part(file: string, from: number, to: number): Promise<Readable> {
    const { Body, ContentLength } = await got(file, from, to)
    // The answer has promised its length by the time that these bytes come.
    if (ContentLength !== to - from + 1) {
      Body.on('error', () => {}).destroy()
      throw new Error(`the store gave ${ContentLength} bytes of ${file}, not ${to - from + 1}`)
    }
    // What breaks off before its first byte can still be told as 503.
    await once(Body, 'readable')
    return Body
  }

  async function* listed(marks = ''): AsyncIterable<Listed> {
    const { library, client } = await open()
    const prefix = `${bucket.prefix}${marks}`
    const under = { Bucket: bucket.name, Prefix: prefix }
    try {
      for await (const { Contents = [] } of library.paginateListObjectsV2({ client }, under)) {
        for (const { Key = '', LastModified } of Contents) {
          const file = Key.slice(prefix.length)
          if (marks === '' && typeOf(file) === undefined) continue
          yield { file, modified: Math.floor((LastModified?.getTime() ?? 0) / 1000) }
        }
      }
    } catch (error) {
      throw unreached(error)
    }
  }

  return {
    write: (files) =>
      reached(async () => {
        const { library, client } = await open()
        for (const { file, bytes } of files) {
          const headers = {
            ContentType: typeOf(file),
            CacheControl: 'public, max-age=31536000, immutable',
          }
          await client.send(new library.PutObjectCommand({ ...keyOf(file), ...headers, Body: bytes }))
        }
      }),
    remove: (files) =>
      reached(async () => {
        const { library, client } = await open()
        for (const file of files) await client.send(new library.DeleteObjectCommand(keyOf(file)))
      }),
    async read(file) {
      const type = typeOf(file)
      const size = type === undefined ? undefined : await reached(() => sizeOf(file))
      if (type === undefined || size === undefined) return undefined
      return {
        size,
        type,
        stream: (from, to) => reached(() => part(file, from, to)),
        close: async () => {},
      }
    },
    all: () => listed(),
    mark: (name) =>
      reached(async () => {
        const { library, client } = await open()
        await client.send(new library.PutObjectCommand({ ...keyOf(`${MARKS}${name}`), Body: '' }))
      }),
    unmark: (name) =>
      reached(async () => {
        const { library, client } = await open()
        await client.send(new library.DeleteObjectCommand(keyOf(`${MARKS}${name}`)))
      }),
    marks: () => listed(MARKS),
  }
}
