/** A service that programs of The Events Calendar are pointed at. */
import type { DialectName } from '../../src/store/dialects.ts'
import { type Answered, type TestService, testService } from '../support/service.ts'

export const ORIGIN = 'http://127.0.0.1:3000'
export const TRIBE = '/wp-json/tribe/events/v1'
export const TEC = '/wp-json/tec/v1'
export const WP = '/wp-json/wp/v2'

export interface PluginService extends TestService {
  /** Asks at a path of the host. */
  host(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
}

/** The service with its alias; `env` overrides the environment. */
export async function pluginService(
  dialect: DialectName,
  env: Record<string, string> = {},
): Promise<PluginService> {
  const service = await testService(dialect, { FASTI_ALIASES: '/wp-json:tribe/events/v1', ...env })
  return {
    ...service,
    host: (method, path, body, headers) => service.ask(method, `/${path}`, body, headers),
  }
}
