/** Records: rows of items whose columns of JSON are decoded (`records/json-columns.ts`). */
import type { CustomFields, Ticket } from '../../contract/tickets-and-custom-fields.ts'
import type { Translations } from '../../domain/content/translations.ts'
import type { CostAsSent } from '../../domain/money/cost.ts'
import type {
  CategoryTable,
  EventTable,
  GroupTable,
  MediaTable,
  OrganizerTable,
  PageTable,
  TermTable,
  VenueTable,
} from './items.ts'

interface ContentValues {
  translations: Translations
}

/** The values that items have in columns of JSON. */
interface ItemValues extends ContentValues {
  origins: readonly string[]
}

/** Where an event came from: the actor that it is attributed to, and its page there. */
export interface RemoteEventOrigin {
  readonly actor: string
  readonly url: string
}

interface EventValues extends ItemValues {
  cost: CostAsSent | null
  tickets: readonly Ticket[]
  custom_fields: CustomFields
  origin: RemoteEventOrigin | null
}

/** A size of an image; `file` is its name in the media store. */
export interface StoredImageSize {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly mime_type: string
  readonly filesize: number
}

interface MediaValues extends ContentValues {
  sizes: Readonly<Record<string, StoredImageSize>>
  /** The widths of its pictures for pages, ascending; none until they are made. */
  widths: readonly number[]
}

export interface EventRecord extends Omit<EventTable, keyof EventValues>, EventValues {}
export interface VenueRecord extends Omit<VenueTable, keyof ItemValues>, ItemValues {}
export interface OrganizerRecord extends Omit<OrganizerTable, keyof ItemValues>, ItemValues {}
export interface CategoryRecord extends Omit<CategoryTable, keyof ItemValues>, ItemValues {}
export interface TagRecord extends Omit<TermTable, keyof ItemValues>, ItemValues {}
export interface GroupRecord extends Omit<GroupTable, keyof ItemValues>, ItemValues {}
export interface PageRecord extends Omit<PageTable, keyof ItemValues>, ItemValues {}
export interface MediaRecord extends Omit<MediaTable, keyof MediaValues>, MediaValues {}
