/** Says in one tap that an event is cancelled, postponed or moved online. */
import type { EventItem } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { useViewActs } from '../keys/view-acts.ts'
import { showFault } from '../parts/notice.tsx'
import { askSeriesScope } from '../series/scope-dialog.tsx'
import { t } from '../words/index.ts'
import type { EventEditorProps } from './editing.ts'
import { choiceText } from './fields/choice-text.ts'
import { focusField } from './form/focus-field.ts'

const offered = ['cancelled', 'postponed', 'moved_online'] as const

type Outcome = (typeof offered)[number] | 'scheduled'

/** The field with the answer to what readers ask of an outcome: why, or where to. */
const fieldAskedFor = (outcome: Outcome) => (outcome === 'moved_online' ? 'online_url' : 'status_reason')

/** Returns the function that saves an outcome at once, and alone. */
const outcomePress =
  ({ state, reload }: EventEditorProps, event: EventItem) =>
  async (next: Outcome): Promise<void> => {
    const isOfSeries = event.series !== null
    const scope = isOfSeries ? await askSeriesScope('save', ['this', 'following', 'all'], event) : undefined
    if (isOfSeries && scope === undefined) return
    try {
      const { title } = await state.saveAlone('event_status', next, scope)
      state.answeredScope.value = scope
      const text = t('outcome.set', { title, outcome: choiceText('event_status', next) })
      notifyWithUndo(text, { revision: state.revision.value }, reload)
      if (next !== 'scheduled') focusField(fieldAskedFor(next))
    } catch (error) {
      showFault(error)
    }
  }

function OfferedOutcomes({ event, ...props }: EventEditorProps & { readonly event: EventItem }) {
  const press = outcomePress(props, event)
  // In the place of the state that it has, the event is offered to take place after all.
  const acts = offered
    .map((outcome): Outcome => (event.event_status === outcome ? 'scheduled' : outcome))
    .map((outcome) => ({ outcome, label: t(`outcome.do.${outcome}`), run: () => void press(outcome) }))
  useViewActs(acts)
  return (
    <fieldset class="outcomes" aria-label={t('outcome.part')}>
      {acts.map(({ outcome, label, run }) => (
        <button type="button" key={outcome} onClick={run}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** One button for each outcome that the event does not have, and one that takes its own back. Each saves at once, and alone. */
export function CancelOrPostponeButtons(props: EventEditorProps) {
  const event = props.state.event.value
  if (event === undefined || event.status === 'trash') return null
  return <OfferedOutcomes event={event} {...props} />
}
