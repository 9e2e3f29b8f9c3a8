/** The options for sending e-mail: types only. */

import type { ContentLanguages } from '../domain/content/languages.ts'
import type { Moment } from '../domain/time/moment.ts'
import type { LetterLook } from '../representations/mail/letter.ts'
import type { QueuedMail, Store } from '../store/store.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import type { MailServer } from './mail-server.ts'

/** The options for sending e-mail. */
export interface CourierOptions {
  readonly store: Store
  readonly now: () => Moment
  /** The mail server; undefined if there is none. Then administrators see the requests for a new password. */
  readonly mail: MailServer | undefined
  /** Returns the name of the calendar in a language. */
  readonly nameIn: (language: InterfaceLanguageCode) => string
  /** Returns the look of e-mail now: that of the theme. */
  readonly letterLook: () => Promise<LetterLook>
  readonly baseUrl: string
  readonly language: InterfaceLanguageCode
  /** The languages that the calendar offers: letters in another one would lead to pages that are not there. */
  readonly languages: readonly InterfaceLanguageCode[]
  /** The languages of content, that of the site first. */
  readonly contentLanguages: ContentLanguages
  /** Whether people sign in with passwords. */
  readonly passwords: boolean
  /** How an organisation signs people in; undefined without one. */
  readonly signIn: object | undefined
  /** Called for an e-mail that could not be sent; `isGivenUp` is true if it is not tried again. */
  readonly failed: (error: unknown, mail: Pick<QueuedMail, 'id' | 'kind'>, isGivenUp: boolean) => void
}
