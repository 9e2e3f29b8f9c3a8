/** A service on the social web, beside another server, for tests. */
import type { DialectName } from '../../src/store/database/dialects.ts'
import { federated, type RemoteServer, remoteServer } from './remote-server.ts'
import { type TestService, testService } from './service.ts'

interface Federating {
  readonly remote: RemoteServer
  readonly service: TestService
  /** The headers of an administrator. */
  readonly ada: Record<string, string>
}

/** Starts a service and another server that it may reach, with the calendar's actor there. The caller closes both. */
export async function federatingService(dialect: DialectName): Promise<Federating> {
  const remote = await remoteServer()
  const service = await testService(dialect, federated([remote]))
  const { headers: ada } = await service.user('administrator', 'ada')
  await service.federation?.deliver()
  return { remote, service, ada }
}
