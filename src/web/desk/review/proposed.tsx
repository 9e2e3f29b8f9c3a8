/** The changes that an author proposes to a public event: what they change, with the values before and after. */
import { deskSettings } from '../desk-settings.ts'
import type { ChangesDraft } from '../events/changes-draft/changes-draft.ts'
import { argLabel } from '../events/key-text.ts'
import { ValuesBeforeAndAfter } from '../history/values.tsx'
import { t } from '../words/index.ts'

/** The changed fields of a draft, in its order. */
const changedNames = ({ changes }: ChangesDraft) => Object.keys(changes).filter((name) => name !== 'apply_to')

/** The value of a field as the history has it: of what is linked, the names. */
function valueIn(event: object, name: string): unknown {
  const value: unknown = Reflect.get(event, name)
  if (!Array.isArray(value) && name !== 'venue') return value
  return [value].flat().map((one) => Object(one)[name] ?? Object(one).name ?? one)
}

/** The changes, and whether the event was changed since. */
export function ProposedChanges({ draft }: { readonly draft: ChangesDraft }) {
  const names = changedNames(draft)
  const fields = new Intl.ListFormat(deskSettings.language).format(names.map(argLabel))
  const values = names.map(
    (name) => [name, { before: valueIn(draft.base, name), after: valueIn(draft.preview, name) }] as const,
  )
  return (
    <div class="told">
      <p>{t('review.proposed', { fields })}</p>
      <ValuesBeforeAndAfter resource="event" values={values} />
      {draft.is_outdated && <p>{t('review.proposed.outdated')}</p>}
    </div>
  )
}
