/** The context of every action, besides its args. */
import {
  type ContentChoice,
  contentLanguageMatchingTag,
  siteLanguageAsOnlyContentLanguage,
} from '../domain/languages.ts'
import type { SettableStatus } from '../domain/publication.ts'
import type { HorizonDuration } from '../domain/series/occurrences.ts'
import type { Moment } from '../domain/time/moment.ts'
import { because, invalidParam, type RefusalReason } from '../problem.ts'
import type { MediaRecord, Store, Viewer } from '../store/store.ts'
import { type Actor, accessScopeOf } from './policy.ts'

/** The conditions of an action besides its args: store, time, actor, and what it may use. */
export interface Context {
  readonly store: Store
  readonly moment: Moment
  readonly actor: Actor
  /** The site's ISO 4217 code, if it has one. */
  readonly currency: string | undefined
  readonly images: ImageService
  /** The content languages, and the one in which the caller is shown texts; English alone by default. */
  readonly content?: ContentChoice | undefined
  /** Whether translations are stored exactly as they are sent: those of an export, of a copy, or of an earlier state. */
  readonly restoresTranslations?: boolean
  /** Whether a machine made the translations that are sent. */
  readonly isMachine?: boolean
  /** How far ahead occurrences of series are made; two years by default. */
  readonly horizon?: HorizonDuration | undefined
  /** How many occurrences a series may have up to the horizon; 1,000 by default, more in imports. */
  readonly maxOccurrences?: number
  /** How many occurrences one transaction makes; the rest are made by `goOnWithSeries`. All by default. For imports. */
  readonly madeAtOnce?: number
  /** Aborted when the client disconnects before the response. */
  readonly gone?: AbortSignal | undefined
  /** Images and hashes that were made before the transaction. */
  readonly prepared?: PreparedImagesAndPasswordHashes
  /** Ids of the events whose password was sent with a list. */
  readonly opened?: ReadonlySet<number>
  /** The status of new events that say none; `publish` by default. For imports. */
  readonly newStatus?: SettableStatus | undefined
  /** The id of the group of new events that name none. For imports. */
  readonly newGroup?: number | undefined
  /** Whether a series follows a source outside, which may bring back the occurrences that it removes. For imports. */
  readonly followsSource?: boolean
  /** The ids of the venues and organizers that inline args were found to be, by their name and by these args, and of terms by their name. For imports. */
  readonly inline?: Map<string, Map<string, number>>
  /**
   * Whether inline venues and organizers are the known ones of the same name and town, whatever else is sent, and texts are names of
   * terms, also of digits. For imports.
   */
  readonly linksByName?: boolean
  /** The group of the event that is written: the role in it counts for what comes with the event. */
  readonly group?: number | null
  /** The message of a reviewer who approves a submission. */
  readonly decision?: string
}

/** The part of the context for pure functions: nothing that reads or writes. */
export type PureContext = Omit<Context, 'store' | 'images'>

/** The part of the context for what is written in an open transaction, with its images. */
export type ContextWithImages = Omit<Context, 'store'>

/** Returns the name under which a user's work is queued. */
export const userQueueName = ({ id }: Actor): string => `user ${id}`

/** Returns the viewer, in the store's terms. */
export function viewerOf({ actor, moment, opened }: Pick<Context, 'actor' | 'moment' | 'opened'>): Viewer {
  return { scope: accessScopeOf(actor), moment, ...(opened !== undefined && { opened }) }
}

/** The viewer who may see everything: imports, exports and commands. */
export const viewerOfAll = (moment: Moment): Viewer => ({
  scope: { user: undefined, reads: 'all', edits: 'all' },
  moment,
})

// Images as actions know them: types only.

/** The bytes of an upload, or an address to fetch. */
export type ImageSource = Uint8Array | string

interface ImageFile {
  readonly file: string
  readonly bytes: Uint8Array
}

/** An image whose files can be stored. */
export interface PreparedImage {
  readonly columns: Pick<
    MediaRecord,
    'file' | 'extension' | 'mime_type' | 'width' | 'height' | 'filesize' | 'sizes'
  >
  readonly files: readonly ImageFile[]
}

/** An image whose files can be stored, or the reason why it is refused. */
export type ImagePreparationResult = { readonly image: PreparedImage } | { readonly fault: RefusalReason }

/** The point that crops keep in view, in percent from the left and from the top. */
export interface Focus {
  readonly x: number
  readonly y: number
}

/** How an image is prepared: around a point, and whether an SVG is taken, which is cleaned. */
export interface ImagePreparationOptions extends Focus {
  readonly takesSvg?: boolean
}

interface Waiter {
  readonly user: number
  readonly gone?: AbortSignal | undefined
}

/** Where images come from, and where their files are stored. */
export interface ImageService {
  /**
   * Fetches and checks an image, and makes its sizes (contract §4.6). Slow: never call it in a transaction. Users
   * take turns. Throws when `gone` is aborted, since the caller no longer waits.
   */
  prepare(
    source: ImageSource,
    waiter?: Waiter,
    wish?: ImagePreparationOptions,
  ): Promise<ImagePreparationResult>
  /** Makes the thumbnail of a stored file anew, cut around a focus, as an image without sizes. As slow as `prepare`. */
  cut(file: string, focus: Focus, waiter?: Waiter): Promise<ImagePreparationResult>
  /** Makes the pictures for pages of a stored file, as the files of an image without sizes; undefined if it is missing. As slow as `prepare`. */
  pictures(file: string): Promise<ImagePreparationResult | undefined>
  /** Returns the file of this service at an address; undefined for any other address. */
  fileAt(address: string): string | undefined
  /** Whether a file is stored. */
  has(file: string): Promise<boolean>
  /** Stores files. Slow with remote storage: never call it in a transaction. */
  write(files: readonly ImageFile[]): Promise<void>
  /** Removes files. As slow as `write`. */
  remove(files: readonly string[]): Promise<void>
}

/** Images and passwords that a transaction turned out to need. A source is needed around the point that crops keep in view. */
export interface NeededImagesAndPasswords {
  readonly images: Map<ImageSource, ImagePreparationOptions>
  readonly passwords: Set<string>
}

/**
 * Images by source and hashes by password, made before a transaction, for which they take too long. A transaction goes on without what is
 * missing, with something that stands for it, and notes it among `needs`: then it is not kept.
 */
interface PreparedImagesAndPasswordHashes {
  readonly images: ReadonlyMap<ImageSource, ImagePreparationResult>
  readonly hashes: ReadonlyMap<string, string>
  readonly needs: NeededImagesAndPasswords
}

// The languages of content that a caller reads and writes in.

/** The parts of a context that decide what becomes of translations. */
export type ContentContext = Pick<Context, 'moment' | 'content' | 'restoresTranslations' | 'isMachine'>

const [english] = siteLanguageAsOnlyContentLanguage('en')
const inEnglish: ContentChoice = { languages: [english], asked: english }

/** Returns the content languages, and the one in which the writer is shown texts. */
export const contentChoiceIn = ({ content = inEnglish }: ContentContext): ContentChoice => content

/** Returns the content language that a tag stands for. Throws 400 on `language` if there is none. */
export function requireContentLanguageOfTag(tag: string, context: ContentContext): string {
  const { languages } = contentChoiceIn(context)
  const found = contentLanguageMatchingTag(tag, languages)
  if (found === undefined)
    throw invalidParam('language', because('not_a_content_language', { languages: languages.join(', ') }))
  return found
}
