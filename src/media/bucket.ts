/** The bucket of media files, in any store that speaks S3. */
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

const CONNECTING = 5_000
const ANSWERING = 30_000

async function opened({ endpoint, region }: Bucket) {
  // Loaded only where there is a bucket: most have none.
  const library = await import('@aws-sdk/client-s3')
  const client = new library.S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(region !== undefined && { region }),
    // Other stores than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTING, requestTimeout: ANSWERING, throwOnRequestTimeout: true },
  })
  return { library, client }
}

const isMissing = (error: unknown) => error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name)

/** The same work, what goes wrong told as 503. */
async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new Problem('rest_unavailable', {
      message: 'The bucket of images does not answer as it should. Try again shortly.',
      cause,
    })
  }
}

/** The bucket, opened when it is first needed. Throws 503 where it can't be reached, or refuses. */
export function bucketAt(bucket: Bucket): Keeper {
  let known: ReturnType<typeof opened> | undefined
  const open = () => {
    known ??= opened(bucket)
    return known
  }
  const keyOf = (file: string) => ({ Bucket: bucket.name, Key: `${bucket.prefix}${file}` })

  async function sizeOf(file: string): Promise<number | undefined> {
    const { library, client } = await open()
    try {
      return (await client.send(new library.HeadObjectCommand(keyOf(file)))).ContentLength
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function part(file: string, from: number, to: number): Promise<Readable> {
    const { library, client } = await open()
    const Range = `bytes=${from}-${to}`
    const { Body } = await client.send(new library.GetObjectCommand({ ...keyOf(file), Range }))
    if (!(Body instanceof Readable)) throw new Error(`the store gave no body for ${file}`)
    return Body
  }

  async function* listed(): AsyncIterable<Listed> {
    const { library, client } = await open()
    const under = { Bucket: bucket.name, Prefix: bucket.prefix }
    for await (const { Contents = [] } of library.paginateListObjectsV2({ client }, under)) {
      for (const { Key = '', LastModified } of Contents) {
        const file = Key.slice(bucket.prefix.length)
        if (typeOf(file) === undefined) continue
        yield { file, modified: Math.floor((LastModified?.getTime() ?? 0) / 1000) }
      }
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
    all: listed,
  }
}
