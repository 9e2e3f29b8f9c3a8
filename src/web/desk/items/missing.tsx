/** What the page of one item shows until it is loaded, and in place of one that is not there for the user. */
import type { ComponentChildren } from 'preact'
import { hasRoleAtLeast } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import {
  type ChangedKind,
  changeAuthorText,
  changeText,
  type LoggedChange,
  loadChangesPageAtPath,
  oneOfKindText,
} from '../history/changes.ts'
import { Button } from '../parts/button.tsx'
import { Icon, Link } from '../parts/link.tsx'
import { type Loaded, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { openerOf } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { utcAsSiteTimeText } from '../time/wall.ts'
import { kindOfCollection, type TranslatedCollection } from '../translating/translation.tsx'
import { type Key, t } from '../words/index.ts'

/** The answers that say why an item is not shown: the user has no right to it, there is none, it is in the trash of others. */
const reasons = [403, 404, 410] as const
type Reason = (typeof reasons)[number]

interface PlaceOfItem {
  readonly collection: TranslatedCollection | 'series'
  readonly id: number
}

/** The list of a collection. That of series is the list of their dates. */
const listOf = (collection: PlaceOfItem['collection']) => (collection === 'series' ? 'events' : collection)

const titleOfList = (collection: PlaceOfItem['collection']): Key =>
  collection === 'pages' ? 'own-pages' : listOf(collection)

/** The deletions among which that of an item is sought. */
const MOST_READ = 100

/** Loads the change that deleted an item for good, for those who may read the log, as far as it is recent. */
async function loadDeletion(resource: ChangedKind, id: number): Promise<LoggedChange | undefined> {
  if (!hasRoleAtLeast('editor')) return undefined
  const query = { resource, verb: 'delete', per_page: MOST_READ }
  return (await loadChangesPageAtPath('/audit', query)).body.find(({ item_id }) => item_id === id)
}

/** Returns why there is no item to show; undefined if there is one, or there may be. */
export const reasonOfMissing = ({
  value,
  fault,
}: Pick<Loaded<unknown>, 'value' | 'fault'>): Reason | undefined =>
  value === undefined && fault instanceof RequestFault
    ? reasons.find((one) => one === fault.status)
    : undefined

export function MissingItem({ collection, id, reason }: PlaceOfItem & { readonly reason: Reason }) {
  const kind = kindOfCollection(collection)
  const { value: deletion } = useLoaded(() => loadDeletion(kind, id), [kind, id])
  return (
    <>
      <ViewHeading text={t(`missing.${reason}`, { kind: oneOfKindText(kind) })} />
      <div class="empty">
        <p role="status">
          {deletion === undefined
            ? t(`missing.${reason}.text`)
            : `${changeAuthorText(deletion)} ${changeText(deletion, deletion.title)} · ${utcAsSiteTimeText(deletion.at_utc)}`}
        </p>
        <p>
          <Link to={`/${listOf(collection)}`} class="button main">
            <Icon of="list" />
            {t(titleOfList(collection))}
          </Link>{' '}
          <Button onClick={openerOf('palette')}>
            <Icon of="search" />
            {t('palette.open')}
          </Button>
        </p>
      </div>
    </>
  )
}

interface LoadedItemProps<T> extends PlaceOfItem {
  readonly of: Loaded<T>
  readonly children: (value: T) => ComponentChildren
}

/** Renders a loaded item; the heading of its list before that, and if there is none for the user, why, and ways back. */
export function LoadedItem<T>({ collection, id, of, children }: LoadedItemProps<T>) {
  const reason = reasonOfMissing(of)
  if (reason !== undefined) return <MissingItem collection={collection} id={id} reason={reason} />
  return (
    <>
      {of.value === undefined && <ViewHeading text={t(titleOfList(collection))} />}
      <LoadedContent of={of}>{children}</LoadedContent>
    </>
  )
}
