/** The status of a record at hand, and the rule of `isShown` for it. */
import { type TranslatedItem, translationsWithoutDrafts } from '../../domain/languages.ts'
import { withoutInternalFields } from '../../domain/publication/internal.ts'
import { itemStatusAt, scopeMayEdit, scopeMayRead } from '../../domain/publication.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { EventRecord, MediaRecord, SeriesRecord, VenueRecord, Viewer } from '../types/index.ts'

type Owned = Pick<VenueRecord, 'author' | 'status' | 'date_utc'> & { readonly group_id?: number | null }

/** Whether a record, as it is stored, is readable by itself: public, or within the viewer's access scope. */
export function isRecordReadableBy(
  { author, status, date_utc, group_id }: Owned,
  { scope, moment }: Viewer,
): boolean {
  const isPublic = status === 'publish' || (status === 'future' && date_utc <= epochOfInstant(moment.now))
  return scopeMayRead(scope, { author, isPublic, ...(group_id !== undefined && { group: group_id ?? 0 }) })
}

/** Whether a record, as it is stored, is visible where other items link to it: readable and not in the trash. */
export const isRecordShownTo = (record: Owned, viewer: Viewer): boolean =>
  record.status !== 'trash' && isRecordReadableBy(record, viewer)

/** The record with its status as of now. */
export function recordWithCurrentStatus<R>(record: R, { moment }: Pick<Viewer, 'moment'>): R {
  const scheduled = record as { status?: EventRecord['status']; date_utc?: number }
  if (scheduled.status !== 'future' || scheduled.date_utc === undefined) return record
  return { ...record, status: itemStatusAt(scheduled.status, scheduled.date_utc, epochOfInstant(moment.now)) }
}

/** Returns an item without drafts of translations, which are only for those who may edit it. */
export function hideTranslationDraftsOfItem<R extends Pick<TranslatedItem, 'translations'>>(
  record: R,
  mayEdit: boolean,
): R {
  const hasDrafts = Object.values(record.translations).some(({ state }) => state === 'draft')
  return hasDrafts && !mayEdit
    ? { ...record, translations: translationsWithoutDrafts(record.translations) }
    : record
}

type Edited = Pick<VenueRecord, 'author' | 'status'> & {
  readonly group_id?: number | null
  /** Of events: the fields that an occurrence does not share with its series, JSON. */
  readonly own_fields?: string
  readonly note?: string
  readonly assignee?: number | null
}

const mayEdit = ({ author, status, group_id }: Edited, { scope }: Viewer) =>
  scopeMayEdit(scope, { author, isPublic: status === 'publish', group: group_id ?? 0 })

/** Returns an occurrence without the own fields that name translations which the record lacks: nobody learns from them that there are drafts. */
function withoutUnseenFields<R extends Pick<TranslatedItem, 'translations'> & Edited>(record: R): R {
  const { own_fields } = record
  if (own_fields === undefined || !own_fields.includes('"translations.')) return record
  const named: readonly string[] = JSON.parse(own_fields)
  const isSeen = (field: string) => {
    const [, language] = /^translations\.([^.]+)\./.exec(field) ?? []
    return language === undefined || record.translations[language] !== undefined
  }
  return { ...record, own_fields: JSON.stringify(named.filter(isSeen)) }
}

/** Returns an event without its note, and without whom it waits for. */
function withoutInternalValues<R extends Edited>(record: R): R {
  if (record.note === undefined) return record
  const own_fields = record.own_fields ?? '[]'
  return { ...record, note: '', assignee: null, own_fields: withoutInternalFields(own_fields) }
}

/** Returns an item with what the viewer may see of it: no drafts of translations, no note. Its status is as of now. */
export function recordWithoutUnseenParts<R extends Pick<TranslatedItem, 'translations'> & Edited>(
  record: R,
  viewer: Viewer,
): R {
  if (mayEdit(record, viewer)) return record
  return withoutInternalValues(withoutUnseenFields(hideTranslationDraftsOfItem(record, false)))
}

/**
 * Returns a series with the translations of its pattern that the viewer may see, and whether only their titles are for the viewer:
 * occurrences may be drafts or have a password, and the series shows no other text of its own.
 */
export function shownSeriesAndWhetherTitlesOnly(
  record: SeriesRecord,
  viewer: Viewer,
): { readonly record: SeriesRecord; readonly showsTitlesOnly: boolean } {
  const isEditable = mayEdit(record, viewer)
  const shown = hideTranslationDraftsOfItem(record.pattern.columns, isEditable)
  const columns = isEditable ? shown : { ...shown, note: '', assignee: null }
  const isAsStored = columns === record.pattern.columns
  return {
    record: isAsStored ? record : { ...record, pattern: { ...record.pattern, columns } },
    showsTitlesOnly: !isEditable,
  }
}

/** Returns an image with the translations that the viewer may see: editors may edit all images, authors their own. */
export function imageWithoutUnseenTranslations(record: MediaRecord, { scope }: Viewer): MediaRecord {
  return hideTranslationDraftsOfItem(
    record,
    scope.edits === 'all' || (scope.edits === 'own' && scope.user === record.author),
  )
}

// Events whose password the viewer sent (contract §1.10).

type Protected = Pick<EventRecord, 'id' | 'password_hash' | 'author' | 'status' | 'group_id'>

/** Whether the viewer sent the password of the event with this id. */
export function hasSentPassword({ opened }: Viewer, id: number): boolean {
  return opened === 'all' || opened?.has(id) === true
}

/**
 * Whether a password hides the event from the viewer. Viewers who sent it or may edit the event see everything
 * (contract §4.7).
 */
export function isPasswordHidden(
  { id, password_hash, author, status, group_id }: Protected,
  viewer: Viewer,
): boolean {
  const isEditable = () =>
    scopeMayEdit(viewer.scope, { author, isPublic: status === 'publish', group: group_id ?? 0 })
  return password_hash !== null && !isEditable() && !hasSentPassword(viewer, id)
}
