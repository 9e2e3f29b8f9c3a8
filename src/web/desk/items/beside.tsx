/** The column beside the fields of a venue or organizer. */
import { hasRoleAtLeast } from '../api/session.ts'
import type { EventPublicationStatus, VenueOrOrganizerCollection } from '../api/types.ts'
import { statusText } from '../events/list/status.tsx'
import { History } from '../history/history.tsx'
import { ImageField } from '../media/image-field.tsx'
import { SelectField } from '../parts/choice.tsx'
import { t } from '../words/index.ts'
import type { VenueOrOrganizerForm } from './editing.ts'
import { LinkingEvents } from './linking.tsx'

/** The statuses that a venue or organizer can have. */
const statuses: readonly EventPublicationStatus[] = ['publish', 'draft', 'pending', 'private']

function StatusField({
  status,
  fault,
  set,
}: {
  status: string
  fault: string | undefined
  set: (one: string) => void
}) {
  const known = statuses.map((one) => [one, statusText(one)] as const)
  const isKnown = statuses.some((one) => one === status)
  const own = status === '' ? [] : [[status, statusText(status as EventPublicationStatus)] as const]
  return (
    <SelectField
      name="status"
      label={t('status')}
      value={status}
      fault={fault}
      options={isKnown ? known : [...own, ...known]}
      onChange={set}
    />
  )
}

interface BesideProps {
  readonly collection: VenueOrOrganizerCollection
  readonly reload: (() => void) | undefined
  readonly state: VenueOrOrganizerForm
}

/** The status, the image, the events and the history. */
export function SideColumn({ collection, reload, state: { item, values, set, fault } }: BesideProps) {
  const { image } = values
  return (
    <div class="narrow">
      {hasRoleAtLeast('author') && item !== undefined && (
        <StatusField
          status={String(values.status)}
          fault={fault?.fields.status}
          set={(one) => set({ status: one })}
        />
      )}
      <ImageField
        image={typeof image === 'object' ? image : undefined}
        fault={fault?.fields.image}
        onChange={(next) => set({ image: next })}
      />
      {item !== undefined && <LinkingEvents collection={collection} id={item.id} />}
      {item !== undefined && <History collection={collection} id={item.id} saved={item} reload={reload} />}
    </div>
  )
}
