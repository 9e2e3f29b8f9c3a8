/** Dry runs and imports of a chosen file. */
import { useRef, useState } from 'preact/hooks'
import { faultMessage, isUnreachable } from '../api/faults.ts'
import { useWaitingImport } from './going-on.tsx'
import { type ImportOptions, type ImportProgress, type ImportResult, runImport } from './import.ts'

/** Returns the progress of a dry run or an import, what came of it, and how to start one. */
export function useImportProgress() {
  const [progress, setProgress] = useState<ImportProgress | undefined>(undefined)
  const [dry, setDry] = useState<ImportResult | undefined>(undefined)
  const [done, setDone] = useState<ImportResult | undefined>(undefined)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const [waiting, setWaiting] = useWaitingImport()
  const newest = useRef<ImportOptions | undefined>(undefined)
  const run = async (file: File, how: ImportOptions, isDry: boolean) => {
    newest.current = how
    setFault(undefined)
    setWaiting(undefined)
    setProgress({ sent: 0, lines: 0, total: 0 })
    const show = (result: ImportResult) => {
      if (!isDry) setDone(result)
      else if (newest.current === how) setDry(result)
    }
    // An import that broke may have made events: it is begun again by its button alone.
    const again = () => void run(file, how, isDry)
    const fail = (error: unknown) =>
      isDry && isUnreachable(error) ? setWaiting({ name: file.name, again }) : setFault(faultMessage(error))
    await runImport(file, how, isDry, setProgress).then(show, fail)
    setProgress(undefined)
  }
  /** Forgets a dry run, also one that is under way: it tells of another import. */
  const forgetDryRun = () => {
    newest.current = undefined
    setWaiting(undefined)
    setDry(undefined)
  }
  const forgetAll = () => {
    forgetDryRun()
    setDone(undefined)
    setFault(undefined)
  }
  return { progress, dry, done, fault, waiting, run, setFault, setWaiting, forgetDryRun, forgetAll }
}
