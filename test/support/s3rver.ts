/** A store of others that speaks S3: `s3rver`, on loopback, with one bucket in a folder of its own. */
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { scratch } from './scratch.ts'

/** The part of its interface that is used here; the package has no types. */
interface S3rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

interface S3rverModule {
  readonly default: new (options: object) => S3rver
}

/** The credentials that it knows. */
const given = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_MAX_ATTEMPTS: '1' }

/** Starts the store, and sets its credentials in this process. `url` is the value of FASTI_MEDIA for its bucket. */
export async function startS3rver(): Promise<{ readonly url: string; close(): Promise<void> }> {
  Object.assign(process.env, given)
  // @ts-expect-error: the package has no types.
  const { default: Server }: S3rverModule = await import('s3rver')
  const directory = await scratch('fasti-s3rver-')
  const configureBuckets = [{ name: 'images', configs: [] }]
  const server = new Server({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return {
    url: `s3://images/site?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
