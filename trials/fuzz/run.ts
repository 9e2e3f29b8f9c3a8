/** Sends generated requests to a service and checks every response against the document. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import { databaseAndImageFaults } from '../../src/commands/check.ts'
import { readConfig } from '../../src/config.ts'
import { createService } from '../../src/service.ts'
import { hold } from '../../test/support/held.ts'
import { type Document, generator, type Request, randomOf } from './generate.ts'

export interface Outcome {
  readonly requests: number
  readonly statuses: Readonly<Record<string, number>>
  /** The kinds of faults, each with its first request. */
  readonly faults: ReadonlyMap<string, string>
  /** Bytes of heap after a tenth of the requests, and at the end. */
  readonly heap: readonly [number, number]
}

const settled = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const unpacked: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

/** Returns the decompressed JSON of a response; undefined if there is none. */
function read({ headers, rawPayload }: LightMyRequestResponse) {
  if (rawPayload.length === 0 || !String(headers['content-type']).startsWith('application/json'))
    return undefined
  const unpack = unpacked[String(headers['content-encoding'])] ?? ((bytes: Buffer) => bytes)
  return JSON.parse(unpack(rawPayload).toString())
}

const shown = ({ method, url, headers, body }: Request) =>
  `${method} ${url.slice(0, 300)} ${JSON.stringify(headers)} ${body?.slice(0, 500) ?? ''}`

/** The method to send: a stream has no end, so only its headers are read. */
const methodOf = ({ method, url }: { readonly method: string; readonly url: string }) =>
  method === 'GET' && url.startsWith('/changes/stream') ? 'HEAD' : method

/**
 * Sends that many requests, generated from a seed. The same seed gives the same requests as long as the responses
 * are the same.
 */
export async function fuzz(
  env: Readonly<Record<string, string>>,
  requests: number,
  seed: number,
): Promise<Outcome> {
  const config = readConfig({
    FASTI_LOG_LEVEL: 'silent',
    FASTI_LANGUAGE: 'en',
    FASTI_CONTENT_LANGUAGES: 'en,de,fr',
    ...env,
  })
  const { app, close } = await createService(config)
  const base = `/${config.namespace}`
  const document: Document = (await app.inject(`${base}/doc`)).json()
  const { next, remember } = generator(document, randomOf(seed))
  const [statuses, faults]: [Record<string, number>, Map<string, string>] = [{}, new Map()]
  // Events are put into groups from the beginning.
  for (const [name, main] of [
    ['Trial', 'review'],
    ['Other', 'all'],
  ])
    remember(
      'groups',
      (await app.inject({ method: 'POST', url: `${base}/groups`, payload: { name, main } })).json().id,
      String(name).toLowerCase(),
    )
  let early = 0
  for (let count = 0; count < requests; count++) {
    const request = next()
    const { headers, body } = request
    const method = methodOf(request)
    const url = `${base}${request.url}`
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body !== undefined && { payload: body }),
    })
    const status = response.statusCode
    statuses[status] = (statuses[status] ?? 0) + 1
    const got = read(response)
    if (status >= 500) faults.set(`${status} ${method} ${got?.code}`, shown(request))
    try {
      hold({ method, url, sent: headers, status, headers: response.headers, body: got }, config)
    } catch (error) {
      const words = String(error instanceof Error ? error.message : error)
        .replace(/^\S+ \S+/, method)
        .slice(0, 250)
      if (!faults.has(words)) faults.set(words, shown(request))
    }
    if (status === 201 && typeof got?.id === 'number')
      remember(request.url.split(/[/?]/)[1] ?? '', got.id, got.slug ?? '')
    if (count === Math.floor(requests / 10)) early = settled()
  }
  const late = settled()
  await close()
  if (config.databaseUrl !== 'sqlite::memory:')
    for (const fault of await databaseAndImageFaults(config))
      faults.set(`fasti check: ${fault}`, `seed ${seed}`)
  return { requests, statuses, faults, heap: [early, late] }
}
