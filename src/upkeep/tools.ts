/** The upkeep of the service, as far as administrators see and start it: types only. */
import type { Readable } from 'node:stream'
import type { InterfaceLanguageCode } from '../words/languages.ts'

/** A file of a back-up; the date is in seconds since 1970 UTC. */
interface BackUpFile {
  readonly name: string
  readonly bytes: number
  readonly date: number
}

/** Why a back-up failed; "" if it did not. */
type BackUpFaultReason = '' | 'stopped' | 'full_disk' | 'other'

export interface BackUpStanding {
  /** Whether there is a database that can be backed up: one in memory can't. */
  readonly isPossible: boolean
  readonly folder: string
  /** The number of files that are kept. */
  readonly kept: number
  readonly isRunning: boolean
  /** When the one that runs was started, in seconds since 1970 UTC. */
  readonly started: number | undefined
  /** The bytes that it has written so far. */
  readonly written: number
  /** The messages of the last one, if it failed; "" if it did not. */
  readonly fault: string
  readonly reason: BackUpFaultReason
  /** The newest first. */
  readonly files: readonly BackUpFile[]
}

/** Where the data and the images are. No address has a password. */
interface StorageStanding {
  readonly database: 'sqlite' | 'postgres'
  readonly databasePlace: string
  readonly images: 'folder' | 'bucket'
  readonly imagesPlace: string
  /** The free bytes of the fullest disk; undefined if that is unknown. */
  readonly free: number | undefined
}

/** How e-mail is sent; undefined if none is. */
interface MailStanding {
  readonly server: string
  readonly isEncrypted: boolean
  readonly signsIn: boolean
  readonly from: string
}

/** Why a test message was not sent. */
type MailFaultReason =
  | 'unreachable'
  | 'unknown_host'
  | 'timeout'
  | 'encryption'
  | 'sign_in'
  | 'refused'
  | 'other'

/** The result of a test message: sent, or why not, with what the mail server said. */
type MailTrial =
  | { readonly isSent: true }
  | { readonly isSent: false; readonly reason: MailFaultReason; readonly said: string }

export interface UpkeepTools {
  readonly mail: MailStanding | undefined
  storage(): Promise<StorageStanding>
  /** Sends a test message; undefined without a mail server. */
  readonly tryMail: ((to: string, language: InterfaceLanguageCode) => Promise<MailTrial>) | undefined
  backUps(): Promise<BackUpStanding>
  /**
   * Starts a back-up after `note`. Returns when the one that runs already was started, in seconds since 1970 UTC, and then starts and notes
   * nothing; undefined if none runs.
   */
  startBackUp(note: () => Promise<void>): Promise<number | undefined>
  /** Returns everything as JSON lines, as `fasti export` writes it. The stream fails if the export does. */
  exported(): Readable
}
