/** Goes on by itself with what could not be sent, once the network is back, so that nobody chooses a file twice. */
import { useEffect, useState } from 'preact/hooks'
import { t } from '../words/index.ts'

/** An act that waits, and the name of its file. */
interface Waiting {
  readonly name: string
  readonly again: () => void
}

/** Returns the act that waits, if any, and the function that sets it. */
export function useWaitingImport() {
  const [waiting, setWaiting] = useState<Waiting | undefined>(undefined)
  useEffect(() => {
    if (waiting === undefined) return
    addEventListener('online', waiting.again)
    return () => removeEventListener('online', waiting.again)
  }, [waiting])
  return [waiting, setWaiting] as const
}

/** Says that a file is kept, with a button for when the service is back and the network was never gone. */
export function KeptFile({ waiting }: { readonly waiting: Waiting | undefined }) {
  if (waiting === undefined) return null
  return (
    <div class="kept" role="status">
      <p>
        {t('fault.unreachable')} {t('import.kept', { name: waiting.name })}
      </p>
      <button type="button" onClick={waiting.again}>
        {t('again')}
      </button>
    </div>
  )
}
