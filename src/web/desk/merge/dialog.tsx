/** Merges the selected entries into one of them, in one write that can be undone. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { notifyWithUndo } from '../bulk/undo.ts'
import { Form } from '../kept/fields.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { useSubmitting } from '../parts/submitting.ts'
import { t } from '../words/index.ts'
import { type MergeCollection, type MergeEntry, mergeInto, withEventCounts } from './entries.ts'

interface StaysProps {
  readonly entries: readonly MergeEntry[]
  readonly stays: MergeEntry | undefined
  readonly choose: (id: number) => void
}

function Stays({ entries, stays, choose }: StaysProps) {
  const choice = useRef<HTMLFieldSetElement>(null)
  // The dialog had nothing to focus on while the entries were loaded.
  useLayoutEffect(() => choice.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  return (
    <fieldset ref={choice}>
      <legend>{t('merge.stays')}</legend>
      {entries.map(({ id, name, detail, events = 0 }) => (
        <label key={id} class="check">
          <input type="radio" name="stays" checked={id === stays?.id} onChange={() => choose(id)} />
          <span>
            {name}{' '}
            <small class="detail">
              {[detail, t('uses', { count: events })].filter((text) => text !== '').join(' · ')}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface DialogProps {
  readonly collection: MergeCollection
  readonly chosen: readonly MergeEntry[]
  readonly after: () => void
  readonly close: () => void
}

/** The entry with the most events; of several, the first. */
const mostUsed = (entries: readonly MergeEntry[]) =>
  entries.reduce<MergeEntry | undefined>(
    (most, one) => (most !== undefined && (most.events ?? 0) >= (one.events ?? 0) ? most : one),
    undefined,
  )

function MergeForm({ collection, chosen: entries, after, close }: DialogProps) {
  const [stays, setStays] = useState(mostUsed(entries))
  const { fault, isBusy, submit } = useSubmitting(async () => {
    if (stays === undefined) return
    const others = entries.filter(({ id }) => id !== stays.id)
    const response = await mergeInto(collection, stays, others)
    close()
    notifyWithUndo(t('merge.done', { count: others.length, name: stays.name }), response, after)
    after()
  })
  return (
    <Form kept={null} onSubmit={submit}>
      <ErrorText>{fault}</ErrorText>
      <Stays
        entries={entries}
        stays={stays}
        choose={(id) => setStays(entries.find((one) => one.id === id))}
      />
      <p>{t('merge.text')}</p>
      <SubmitOrCancel label={t('merge.do')} isDisabled={isBusy || stays === undefined} cancel={close} />
    </Form>
  )
}

/** The dialog. The user chooses the entry that stays. */
export function MergeDialog(props: DialogProps) {
  const { collection, chosen, close } = props
  const loaded = useLoaded(() => withEventCounts(collection, chosen), [])
  return (
    <Dialog title={t('merge.title', { count: chosen.length })} onClose={close}>
      <LoadedContent of={loaded}>{(entries) => <MergeForm {...props} chosen={entries} />}</LoadedContent>
    </Dialog>
  )
}
