/** What sending e-mail takes: types only. */
import type { MailServer } from '../domain/text/mail-server.ts'
import type { Moment } from '../domain/time/moment.ts'
import type { Language } from '../locales/index.ts'
import type { Mail, Store } from '../store/store.ts'

/** What sending takes. */
export interface CourierOptions {
  readonly store: Store
  readonly now: () => Moment
  /** The mail server; undefined if there is none. Then requests for a password are shown to administrators. */
  readonly mail: MailServer | undefined
  /** The name of the calendar. */
  readonly name: string
  readonly baseUrl: string
  readonly language: Language
  /** Hears of an e-mail that could not be sent; `isGivenUp` if it is not tried again. */
  readonly failed: (error: unknown, mail: Pick<Mail, 'id' | 'kind'>, isGivenUp: boolean) => void
}
