/** The context of an import in tests: the store of a service, without progress reports. */
import { Temporal } from 'temporal-polyfill'
import { commandLine } from '../../src/actions/policy.ts'
import type { Importing } from '../../src/calendars/import/batches.ts'
import { libraryOf } from '../../src/media/library.ts'
import { globalId } from '../../src/representations/urls.ts'
import { unavailability } from '../../src/store/database/dialects.ts'
import type { TestService } from './service.ts'

export const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'America/New_York' }

/** Imports into the service as the command line does; no image is available. */
export const importing = (service: TestService, more: Partial<Importing> = {}): Importing => ({
  store: service.store,
  now: () => moment,
  caller: {
    actor: commandLine,
    currency: undefined,
    images: libraryOf({ dataDir: '/nowhere', imageHosts: [] }),
  },
  globalId: (name, id) => globalId({ base: 'http://127.0.0.1:3000' }, name, id),
  isFatal: (error) => unavailability(error) !== undefined,
  isStrict: false,
  onProgress: () => {},
  ...more,
})
