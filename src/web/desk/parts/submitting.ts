/** The state of a form that writes: whether the write is running, and why the last one failed. */
import { useState } from 'preact/hooks'
import { reasonOf } from '../api/faults.ts'

export interface Submitting {
  readonly isBusy: boolean
  /** The reason of the last failure; empty if there was none. */
  readonly fault: string
  readonly submit: (event: Event) => void
}

/** Returns the state of a form whose submit event calls `write`, which closes the form on success. */
export function useSubmitting(write: () => Promise<void>): Submitting {
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await write()
    } catch (error) {
      setFault(reasonOf(error))
      setBusy(false)
    }
  }
  const submit = (event: Event) => {
    event.preventDefault()
    void run()
  }
  return { isBusy, fault, submit }
}
