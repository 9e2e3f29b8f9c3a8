/** Sends again what was sent when the session had ended, once the user has signed in again. */
import { RequestFault } from './faults.ts'
import { hasSessionExpiredSignal, sessionSignal } from './session.ts'
import type { Session } from './types.ts'

/** Resolves once the user of an ended session is signed in again; never if somebody else is, for whom the desk is loaded anew. */
const signedInAgain = (ended: Session): Promise<void> =>
  new Promise((resolve) => {
    sessionSignal.subscribe((now) => {
      if (now !== ended && typeof now === 'object' && now.user.id === ended.user.id) resolve()
    })
  })

/**
 * Calls `send`. Where the session has ended, the desk asks the user to sign in, and `send` is called again after that: no view shows a
 * failure, and nobody has to press or to choose anything twice. Throws any other Fault.
 */
export async function sendAcrossSessions<T>(send: () => Promise<T>): Promise<T> {
  const used = sessionSignal.value
  try {
    return await send()
  } catch (error) {
    const hasEnded = error instanceof RequestFault && error.status === 401
    if (!hasEnded || typeof used !== 'object') throw error
    // Another request may have told of it before, and the user may have signed in since.
    if (sessionSignal.value === used) hasSessionExpiredSignal.value = true
    await signedInAgain(used)
    return sendAcrossSessions(send)
  }
}
