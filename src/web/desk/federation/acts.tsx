/** Acts on the lists of federation, and the rows that have them. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { Form } from '../kept/fields.tsx'
import { TextField } from '../parts/field.tsx'
import { followAct } from '../parts/notice.tsx'

/** Performs a write and then loads the lists again; a failure is a notice. */
export type PerformAndReload = (method: string, path: string, body?: object) => Promise<boolean>

/** Returns the function that acts. */
export const makePerformAndReload =
  (reload: () => void): PerformAndReload =>
  (method, path, body) =>
    followAct(callApi(method, path, body === undefined ? {} : { body }), reload)

/** A row with its name, a detail, and buttons. */
export function NameAndActsRow(props: {
  readonly name: string
  readonly detail: string
  readonly children?: ComponentChildren
}) {
  const { name, detail, children } = props
  return (
    <li class="line subscription">
      <span class="name" dir="ltr">
        {name}
      </span>
      <span class="detail">{detail}</span>
      {children}
    </li>
  )
}

interface AddProps {
  readonly name: string
  readonly label: string
  readonly button: string
  readonly add: (text: string) => Promise<boolean>
}

/** A form with one text, which adds to a list. */
export function AddForm({ name, label, button, add }: AddProps) {
  const [text, setText] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    if (text.trim() !== '' && (await add(text.trim()))) setText('')
  }
  return (
    <Form kept={`federation/${name}`} class="actions" onSubmit={submit}>
      <TextField name={name} label={label} value={text} onInput={setText} />
      <button type="submit">{button}</button>
    </Form>
  )
}
