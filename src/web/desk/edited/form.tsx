/** The form of an item under edit, or of what is sent: it keeps what is typed, says why it was refused, and asks about conflicts. */
import type { ComponentChildren, ComponentProps } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { UntakenTexts } from '../kept/text.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/field.tsx'
import { takeTypedTexts } from '../suggesting/unchosen-text.tsx'
import { t } from '../words/index.ts'
import { Fields, type FieldsProps, type FormRow, labelOfRow, shownText } from './fields.tsx'
import type { EditedItem } from './use-edited-item.ts'

// Another user has changed the same fields. The user chooses a value for each.

interface ConflictsProps {
  readonly values: object
  /** The values of others for the fields that both have changed. */
  readonly conflicts: object
  readonly labelOf: (name: string) => string
  /** Returns a value as a text that people compare. */
  readonly textOf: (name: string, values: object) => string
  /** Gets the names of the fields whose own value is kept; undefined goes back to the form. */
  readonly settle: (mine: ReadonlySet<string> | undefined) => unknown
}

function ConflictDialog({ values, conflicts, labelOf, textOf, settle }: ConflictsProps) {
  const names = Object.keys(conflicts)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set(names))
  const keep = (name: string, isMine: boolean) =>
    setKept(new Set(isMine ? [...kept, name] : [...kept].filter((one) => one !== name)))
  const side = (name: string, isMine: boolean) => (
    <label class="side">
      <input
        type="radio"
        name={`conflict-${name}`}
        checked={kept.has(name) === isMine}
        onChange={() => keep(name, isMine)}
      />
      <span>
        <strong>{t(isMine ? 'conflict.mine' : 'conflict.theirs')}</strong>
        <span class="text">
          {textOf(name, isMine ? values : { ...values, ...conflicts }) || t('nothing')}
        </span>
      </span>
    </label>
  )
  return (
    <Dialog title={t('conflict')} onClose={() => settle(undefined)} class="wide">
      <p>{t('conflict.text')}</p>
      {names.map((name) => (
        <fieldset key={name} class="sides">
          <legend>{labelOf(name)}</legend>
          {side(name, true)}
          {side(name, false)}
        </fieldset>
      ))}
      <div class="actions">
        <Button class="main" onClick={() => settle(kept)} label={t('conflict.save')} />
        <Button onClick={() => settle(undefined)} label={t('conflict.back')} />
      </div>
    </Dialog>
  )
}

type SaveState = Pick<EditedItem<object>, 'isSaving' | 'isChanged' | 'revision'>

/** Whether something is to save, in words. Nothing is said of a form in which nothing was done. */
export const saveStateText = ({ isSaving, isChanged, revision }: SaveState): string =>
  isSaving ? t('saving') : isChanged ? t('unsaved') : revision > 0 ? t('all-saved') : ''

// The form itself.

interface FormState<R>
  extends Pick<
    EditedItem<object>,
    'fault' | 'faults' | 'offer' | 'unread' | 'forget' | 'isSaving' | 'isAllSaved'
  > {
  readonly values: object
  readonly conflicts: object
  readonly save: () => Promise<R | undefined>
  readonly settle: (mine: ReadonlySet<string> | undefined) => Promise<R | undefined>
}

interface EditedFormProps<R> extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly state: FormState<R>
  /** The fields, whose labels and values conflicts and refusals show. */
  readonly rows?: readonly FormRow[]
  readonly labelOf?: (name: string) => string | undefined
  /** Returns a value as a text that people compare. */
  readonly textOf?: ConflictsProps['textOf']
  readonly saved: (result: R) => unknown
  /** Saves what was typed, by a button with a value; by default as the form does without. */
  readonly save?: (button: string) => Promise<R | undefined>
  /** What stands before the faults, such as a heading. */
  readonly intro?: ComponentChildren
  /** Whether what is typed may be sent at all: a field that is wrong says so itself. */
  readonly mayBeSent?: () => boolean
  /** Goes to the field of an arg, in a form longer than the window: a refusal takes the focus there, and leads to each field. */
  readonly goTo?: (name: string) => void
}

type RefusalProps = Pick<FormState<unknown>, 'fault' | 'faults'> &
  Required<Pick<EditedFormProps<unknown>, 'labelOf'>>

/** Why the last save was refused: of fields, by their labels. A form that is seen whole has it beside the fields, and here for programs that read out. */
function Refusal({ fault, faults, labelOf }: RefusalProps) {
  const told = Object.entries(faults).map(([name, text]) => {
    const label = labelOf(name)
    return label === undefined ? undefined : t('labelled', { label, text })
  })
  if (told.length === 0 || told.includes(undefined)) return <ErrorText>{fault?.message}</ErrorText>
  return <ErrorText class="of-fields">{[...new Set(told)].join(' ')}</ErrorText>
}

type LeadingProps = RefusalProps & { readonly goTo: (name: string) => void }

function LeadingRefusal({ fault, faults, labelOf, goTo }: LeadingProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault !== undefined) box.current?.focus()
  }, [fault])
  if (fault === undefined) return null
  return (
    <div class="failed" role="alert" tabIndex={-1} ref={box}>
      <p>{Object.keys(faults).length > 0 ? t('faults') : fault.message}</p>
      <ul>
        {Object.entries(faults).map(([name, text]) => (
          <li key={name}>
            <Button class="link" onClick={() => goTo(name)} label={labelOf(name) ?? name} />: {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The form. First, it takes what was typed without being chosen. */
export function EditedForm<R>(props: EditedFormProps<R>) {
  const { state, rows = [], saved, save = () => state.save(), intro, mayBeSent = () => true, ...more } = props
  const rowOf = (name: string) => rows.find((one) => one.name === name)
  const labelOfName = (name: string) => {
    const row = rowOf(name)
    return row && labelOfRow(row)
  }
  const textOfValue: ConflictsProps['textOf'] = (name, values) =>
    shownText(Reflect.get(values, name), rowOf(name))
  const { labelOf = labelOfName, textOf = textOfValue, goTo, children, ...form } = more
  const finish = (result: R | undefined) => {
    if (result === undefined) return
    if (state.isAllSaved()) state.forget()
    saved(result)
  }
  const hasConflicts = Object.keys(state.conflicts).length > 0
  /** The form, if it was sent while a save ran: what was typed since is saved after that, unless it was refused or conflicts are asked about. */
  const sentAgain = useRef<HTMLFormElement | undefined>(undefined)
  useEffect(() => {
    if (state.isSaving) return
    if (state.fault === undefined && !hasConflicts && !state.isAllSaved()) sentAgain.current?.requestSubmit()
    sentAgain.current = undefined
  }, [state.isSaving])
  /** The last press that sends the form while what was typed is taken. */
  const pressed = useRef<{ readonly way: string } | undefined>(undefined)
  /** Takes what was typed, again where the form is sent meanwhile. Returns the way of the last press; undefined if the user goes back to the form. */
  const wayOnceTaken = async (sent: HTMLFormElement): Promise<string | undefined> => {
    const press = pressed.current
    if (!(await takeTypedTexts(sent))) return undefined
    return pressed.current === press ? press?.way : wayOnceTaken(sent)
  }
  const submit = async (sent: HTMLFormElement, button: HTMLElement | null) => {
    if (state.isSaving) {
      sentAgain.current = sent
      return
    }
    if (!mayBeSent()) return
    const isTaking = pressed.current !== undefined
    pressed.current = { way: button instanceof HTMLButtonElement ? button.value : '' }
    if (isTaking) return
    const way = await wayOnceTaken(sent).finally(() => {
      pressed.current = undefined
    })
    if (way !== undefined) finish(await save(way))
  }
  return (
    <>
      <form
        noValidate
        {...form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget, event.submitter)
        }}
      >
        {state.offer}
        {intro}
        {goTo ? (
          <LeadingRefusal {...state} labelOf={labelOf} goTo={goTo} />
        ) : (
          <Refusal {...state} labelOf={labelOf} />
        )}
        <UntakenTexts.Provider value={state.unread}>{children}</UntakenTexts.Provider>
      </form>
      {hasConflicts && (
        <ConflictDialog
          values={state.values}
          conflicts={state.conflicts}
          labelOf={(name) => labelOf(name) ?? name}
          textOf={textOf}
          settle={async (mine) => finish(await state.settle(mine))}
        />
      )}
    </>
  )
}

interface SaveOrCancelProps
  extends Pick<ComponentProps<typeof SubmitOrCancel>, 'label' | 'isDisabled' | 'back'> {
  readonly state: Pick<FormState<unknown>, 'forget' | 'isSaving'>
  readonly close: () => void
}

/** The buttons of a form in a dialog. Cancelling forgets what was typed; Escape doesn't. */
export function SaveOrCancel({ state, isDisabled = false, close, ...labels }: SaveOrCancelProps) {
  const cancel = () => {
    state.forget()
    close()
  }
  return <SubmitOrCancel {...labels} isDisabled={state.isSaving || isDisabled} cancel={cancel} />
}

interface RowsFormProps<R> extends EditedFormProps<R> {
  readonly rows: readonly FormRow[]
  readonly state: FormState<R> & FieldsProps
  /** The label of the button that sends it. */
  readonly submit: string
  readonly isDisabled?: boolean
  /** Whether that is what one does in this view; as in a dialog. */
  readonly isMain?: boolean
  /** Closes the dialog that it stands in, so that it can be cancelled. */
  readonly close?: () => void
  /** The label of the button that does so. */
  readonly back?: string
}

/** A form with a control for each row and the button that sends it. The children stand between. */
export function RowsForm<R>(props: RowsFormProps<R>) {
  const { submit, isDisabled = false, isMain = false, close, back, children, ...form } = props
  const { state, rows } = form
  const { values, faults, set } = state
  return (
    <EditedForm class={close ? '' : 'row'} {...form}>
      <Fields rows={rows} values={values} faults={faults} set={set} />
      {children}
      {close ? (
        <SaveOrCancel state={state} label={submit} isDisabled={isDisabled} close={close} back={back} />
      ) : (
        <div class="actions">
          <Button type="submit" class={isMain ? 'main' : ''} disabled={isDisabled} label={submit} />
        </div>
      )}
    </EditedForm>
  )
}
