/** The context of an import in tests: the store of a service, without progress reports. */
import { Temporal } from 'temporal-polyfill'
import { commandActor } from '../../src/api/policy.ts'
import type { ImportSetup } from '../../src/calendars/import/importer.ts'
import type { ImportNotes } from '../../src/formats/format.ts'
import { mediaLibraryOf } from '../../src/media/library.ts'
import { globalId } from '../../src/representations/urls.ts'
import { unavailabilityReason } from '../../src/store/database/dialects.ts'
import type { TestService } from './service.ts'

export const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'America/New_York' }

/** Imports into the service as the command line does; no image is available. */
export const importing = (service: TestService, more: Partial<ImportSetup> = {}): ImportSetup => ({
  store: service.store,
  now: () => moment,
  caller: {
    actor: commandActor,
    currency: undefined,
    images: mediaLibraryOf({ dataDir: '/nowhere', imageHosts: [] }),
  },
  globalId: (name, id) => globalId({ base: 'http://127.0.0.1:3000' }, name, id),
  isFatal: (error) => unavailabilityReason(error) !== undefined,
  isStrict: false,
  onProgress: () => {},
  ...more,
})

/** Returns the English text of each note, and how often it was made, in order. */
export const countsOfNotes = ({ notes }: { readonly notes: ImportNotes }) =>
  [...notes].map(([text, { count }]) => [text, count] as const).sort()
