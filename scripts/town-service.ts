/** A service with the invented town of the screenshots, with content that is hard to show, or with nothing. */
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { readConfig } from '../src/config.ts'
import { createService } from '../src/service.ts'
import { happenings, hardHappenings, NOW, poster, ZONE } from './town.ts'

/** The content of a service. */
export type TownContent = 'town' | 'hard' | 'empty'

/** A service that listens. */
export interface TownService {
  readonly url: string
  /** Changes the theme of the site. */
  useTheme(theme: string): Promise<void>
  close(): Promise<void>
}

const contents = { town: happenings, hard: hardHappenings, empty: [] } as const

function settingsOf(content: TownContent) {
  const dataDir = join(tmpdir(), `fasti-${content}-${process.pid}`)
  mkdirSync(dataDir, { recursive: true })
  return {
    DATABASE_URL: 'sqlite::memory:',
    FASTI_DATA_DIR: dataDir,
    FASTI_TIME_ZONE: ZONE,
    FASTI_THEME: process.env.FASTI_THEME ?? 'fasti',
    FASTI_SUBMISSIONS: 'open',
    FASTI_NAME: 'Alderhaven',
    FASTI_REGION: 'NL',
    FASTI_LOG_LEVEL: 'warn',
    // Addresses in pages have the port, so each service has its own.
    PORT: String(20000 + (process.pid % 20000) + Object.keys(contents).indexOf(content)),
  }
}

/** Starts a service on a new database with some content, at the moment of the screenshots. */
export async function townService(content: TownContent): Promise<TownService> {
  const config = readConfig(settingsOf(content))
  const now = Temporal.Instant.from(NOW)
  const service = await createService(config, { now: () => now })
  const send = async (method: 'POST' | 'PATCH', path: string, payload: object, headers: object = {}) => {
    const response = await service.app.inject({
      method,
      url: `/${config.namespace}${path}`,
      payload,
      headers: { ...headers },
    })
    if (response.statusCode >= 300) throw new Error(`${path}: ${response.body}`)
    return response.json()
  }
  const images = new Map<string, number>()
  for (const { poster: name, ...fields } of contents[content]) {
    if (name !== undefined && !images.has(name)) {
      const headers = {
        'content-type': 'image/webp',
        'content-disposition': `attachment; filename="${name}.webp"`,
      }
      images.set(name, (await send('POST', '/media', poster(name), headers)).id)
    }
    await send('POST', '/events', { ...fields, ...(name !== undefined && { image: images.get(name) }) })
  }
  while ((await service.store.countWithoutPictures()) > 0) await service.makePictures()
  await service.app.listen({ port: config.port, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    useTheme: async (theme) => void (await send('PATCH', '/settings', { theme })),
    close: () => service.close(),
  }
}
