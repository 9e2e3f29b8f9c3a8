/** The column beside the fields of a venue or organizer. */
import { hasRoleAtLeast } from '../api/session.ts'
import type { EventPublicationStatus, VenueOrOrganizerCollection } from '../api/types.ts'
import { Fields } from '../edited/fields.tsx'
import type { FormRow } from '../edited/rows.ts'
import { imageOf } from '../edited/use-edited-item.ts'
import { statusText } from '../events/list/status.tsx'
import { History } from '../history/history.tsx'
import { ImageField } from '../media/image-field.tsx'
import type { VenueOrOrganizerForm } from './editing.ts'
import { LinkingEvents } from './linking.tsx'

/** The statuses that a venue or organizer can have. */
const statuses: readonly EventPublicationStatus[] = ['publish', 'draft', 'pending', 'private']

/** The row of the status, whose choices have the one that is stored. */
export function statusRow({ values: { status } }: VenueOrOrganizerForm): FormRow {
  const stored = statuses.find((one) => one === status)
  const known = statuses.map((one) => [one, statusText(one)] as const)
  const isOther = stored === undefined && typeof status === 'string' && status !== ''
  const own = isOther ? [[status, statusText(status as EventPublicationStatus)] as const] : []
  return { name: 'status', label: 'status', type: 'choice', options: [...own, ...known] }
}

interface BesideProps {
  readonly collection: VenueOrOrganizerCollection
  readonly reload: (() => void) | undefined
  readonly state: VenueOrOrganizerForm
}

/** The status, the image, the events and the history. */
export function SideColumn({ collection, reload, state }: BesideProps) {
  const { item, values, set, fault } = state
  return (
    <div class="narrow">
      {hasRoleAtLeast('author') && item !== undefined && (
        <Fields rows={[statusRow(state)]} values={values} faults={fault?.fields} set={set} />
      )}
      <ImageField
        image={imageOf(values)}
        fault={fault?.fields.image}
        onChange={(next) => set({ image: next })}
      />
      {item !== undefined && <LinkingEvents collection={collection} id={item.id} />}
      {item !== undefined && <History collection={collection} id={item.id} saved={item} reload={reload} />}
    </div>
  )
}
