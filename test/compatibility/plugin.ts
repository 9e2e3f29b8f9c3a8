/** A service for clients of The Events Calendar. */
import { rm } from 'node:fs/promises'
import type { DialectName } from '../../src/store/database/dialects.ts'
import { scratch } from '../support/scratch.ts'
import { type Answered, type TestService, testService } from '../support/service.ts'

export const ORIGIN = 'http://127.0.0.1:3000'
export const TRIBE = '/wp-json/tribe/events/v1'
export const TEC = '/wp-json/tec/v1'
export const WP = '/wp-json/wp/v2'

export interface PluginService extends TestService {
  /** The folder of its images, until it is closed. */
  readonly folder: string
  /** Sends a request to a path of the host. */
  host(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
}

/** The service with its alias; `env` overrides the environment. */
export async function pluginService(
  dialect: DialectName,
  env: Record<string, string> = {},
): Promise<PluginService> {
  const folder = await scratch('fasti-plugin-')
  const own = { FASTI_ALIASES: '/wp-json:tribe/events/v1', FASTI_DATA_DIR: folder }
  const service = await testService(dialect, { ...own, ...env })
  return {
    ...service,
    folder,
    async close() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
    host: (method, path, body, headers) => service.ask(method, `/${path}`, body, headers),
  }
}
