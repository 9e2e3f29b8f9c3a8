/** The state of forms that write: whether the write is running, and why the last one failed. */
import { useRef, useState } from 'preact/hooks'
import { faultMessage, faultOfThrown, type RequestFault } from '../api/faults.ts'
import { takeTypedTexts } from '../suggesting/unchosen-text.ts'

interface Submitting {
  readonly isBusy: boolean
  /** The reason of the last failure; empty if there was none. */
  readonly fault: string
  readonly submit: (event: Event) => void
}

/**
 * Returns the state of a form whose submit event calls `write`, which closes the form when it is done. First, it takes what was typed
 * without being chosen.
 */
export function useSubmitting(write: () => Promise<void>): Submitting {
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(write)
  latest.current = write
  const run = async (form: HTMLFormElement) => {
    if (!(await takeTypedTexts(form))) return
    setBusy(true)
    try {
      await latest.current()
    } catch (error) {
      setFault(faultMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: Event) => {
    event.preventDefault()
    void run(event.currentTarget as HTMLFormElement)
  }
  return { isBusy, fault, submit }
}

/** Returns the fault of a form’s last write, for the form and its fields, and its submit handler, which calls `write`. */
export function useSubmitHandlerAndFault(write: () => Promise<unknown>) {
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      await write()
      setFault(undefined)
    } catch (error) {
      setFault(faultOfThrown(error))
    }
  }
  return { fault, submit }
}
