/**
 * Plain fields of resources: each is one row. Its name is that of the arg, of the key in representations, of the column, and of
 * the key or column in exports. Everything else that a field has derives from its row.
 */
import { namesOf, typedRecordFromNames } from '../../table-of.ts'

/** Where forms, tables and exports have a field: with the texts, the facts, what became of an event, the flags, or the place on the globe. */
type Part = 'text' | 'main' | 'outcome' | 'flag' | 'place'

/** The filter of lists with the name of the field: values that equal one of those sent. */
interface FilterRow {
  /** Its description in English. */
  readonly words: string
  readonly example: unknown
  /** Goes beyond the specification that the service implements. */
  readonly isExtension?: true
}

interface AnyRow {
  /** Its description in English. */
  readonly words: string
  /** Whether its words have its name alone as their key, because several resources have it. */
  readonly isCommon?: true
  /** A value for the documentation; none if no arg sets it. */
  readonly example?: unknown
  /** Goes beyond the specification that the service implements. */
  readonly isExtension?: true
  /** The details of the arg in the route index besides its kind: another type, or null as the default. */
  readonly index?: { readonly type?: 'string' | 'none'; readonly isNull?: true }
  readonly part?: 'outcome' | 'place'
  /** Only of events: a filter of lists. */
  readonly filter?: FilterRow
  /** Whether events show it although a password protects them. */
  readonly isOpen?: true
  /** Whether it is computed: no arg sets it. */
  readonly isReadOnly?: true
  /** The property of iCalendar (RFC 5545, RFC 7986) that tells of it. */
  readonly standard?: string
  /** Whether that property tells all of it. Otherwise an X- property of its own does. */
  readonly isStandard?: true
  /** Whether tables (CSV) have no column for it. */
  readonly isOutOfTables?: true
  /** Whether calendars (iCalendar) have no property for it. */
  readonly isOutOfCalendars?: true
}

interface TextRow extends AnyRow {
  /** Kinds of text: several lines without HTML, a telephone number, an address, a colour. */
  readonly type: 'plain' | 'phone' | 'web' | 'email' | 'color'
  /** Whether each language may have its own. */
  readonly isTranslated?: true
  /** Whether a search finds it. `always` keeps a line for it in the text that is searched, even if it is empty. */
  readonly searched?: true | 'always'
  /** Whether it derives from others while its column is null, until it is set. */
  readonly isDerived?: true
}

interface HtmlRow extends Omit<TextRow, 'type'> {
  readonly type: 'html'
  /** The most characters. */
  readonly most: number
}

interface ChoiceRow extends AnyRow {
  readonly type: 'choice'
  /** The first is the default. */
  readonly choices: readonly [string, ...string[]]
}

interface FlagRow extends AnyRow {
  readonly type: 'flag'
  /** The value if it is not sent, or is cleared. */
  readonly byDefault: boolean
}

/** A latitude or longitude; null if unknown. */
interface DegreesRow extends AnyRow {
  readonly type: 'degrees'
  readonly most: 90 | 180
}

/** A whole number from 0. */
interface CountRow extends AnyRow {
  readonly type: 'count'
  readonly most: number
  readonly byDefault: number
}

/** `YYYY-MM-DD HH:MM:SS` on the clock of the item; "" for none. */
interface ClockRow extends AnyRow {
  readonly type: 'clock'
  readonly isReadOnly: true
}

export type FieldRow = TextRow | HtmlRow | ChoiceRow | FlagRow | DegreesRow | CountRow | ClockRow
/** The rows of fields, by the name of the field. */
export type FieldRows = Readonly<Record<string, FieldRow>>

export type FieldRowName<R> = Extract<keyof R, string>

/** The value of a field in args. */
export type SentValue<F> = F extends { readonly choices: readonly (infer C)[] }
  ? C
  : F extends { readonly type: 'flag' }
    ? boolean
    : F extends { readonly type: 'degrees' | 'count' }
      ? number
      : string

/** The value of a field in its column. */
type StoredValue<F> = F extends { readonly type: 'flag' }
  ? 0 | 1
  : F extends { readonly type: 'degrees' }
    ? number | null
    : F extends { readonly isDerived: true }
      ? string | null
      : SentValue<F>

/** The value of a field in representations. */
export type ShownValue<F> = F extends { readonly type: 'degrees' } ? number | null : SentValue<F>

/** The columns of fields. */
export type StoredFields<R> = { -readonly [K in keyof R]: StoredValue<R[K]> }
/** Fields in representations. */
export type ShownFields<R> = { readonly [K in keyof R]: ShownValue<R[K]> }

/** The rows of fields that args set. */
export type WritableRows<R> = {
  [K in keyof R as R[K] extends { readonly isReadOnly: true } ? never : K]: R[K]
}

/** The rows of fields that a password hides. */
type Hidden<R> = {
  [K in keyof R as R[K] extends { readonly isOpen: true } ? never : K]: R[K]
}

type PartOf<F> = F extends { readonly part: infer P }
  ? P
  : F extends { readonly type: 'html' }
    ? 'text'
    : F extends { readonly type: 'flag' }
      ? 'flag'
      : 'main'

function partOf({ part, type }: FieldRow): Part {
  if (part !== undefined) return part
  return type === 'html' ? 'text' : type === 'flag' ? 'flag' : 'main'
}

/** The rows of one part. */
type InPart<R, P extends Part> = { [K in keyof R as PartOf<R[K]> extends P ? K : never]: R[K] }

/** Returns the names of the rows for which `is` holds, in their order. */
export function rowNamesWhere<R extends FieldRows>(
  rows: R,
  is: (row: FieldRow, name: FieldRowName<R>) => boolean,
): readonly FieldRowName<R>[] {
  return namesOf<FieldRowName<R>>(rows).filter((name) => {
    const row = rows[name]
    return row !== undefined && is(row, name)
  })
}

/** Returns the rows of one part, in their order. */
export function rowsOfPart<R extends FieldRows, P extends Part>(rows: R, part: P): InPart<R, P> {
  const names = rowNamesWhere(rows, (row) => partOf(row) === part)
  return typedRecordFromNames<InPart<R, P>>(names, (name) => rows[name])
}

/** Returns the names of the fields that args set, in their order. */
export function writableFieldNames<R extends FieldRows>(rows: R): readonly FieldRowName<WritableRows<R>>[] {
  return namesOf<FieldRowName<WritableRows<R>>>(rows).filter((name) => rows[name]?.isReadOnly !== true)
}

/** Returns the rows of the fields that a password hides, in their order. */
export function rowsOfFieldsHiddenByPassword<R extends FieldRows>(rows: R): Hidden<R> {
  const names = rowNamesWhere(rows, ({ isOpen }) => isOpen !== true)
  return typedRecordFromNames<Hidden<R>>(names, (name) => rows[name])
}
