/** Fields that the user may only look at. */
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

const Locked = createContext(false)

interface LockedProps {
  readonly isLocked: boolean
  readonly children: ComponentChildren
}

/** The fields; where they are locked, none of them takes keys, clicks or files. */
export function LockableFields({ isLocked, children }: LockedProps) {
  return (
    <fieldset disabled={isLocked}>
      <Locked.Provider value={isLocked}>{children}</Locked.Provider>
    </fieldset>
  )
}

/** Whether the fields around are locked: for those that the browser does not disable with them, such as rich text and drops. */
export const useLocked = (): boolean => useContext(Locked)
