/** How many bytes of bodies are held at the same time: of one address, and in sum. */
import { Problem } from '../problem.ts'

const MIB = 1_048_576

interface Bounds {
  readonly ofAddress: number
  readonly inSum: number
}

/** Of callers who are users: room for one import of the largest size from each address, and for two in sum. */
const ofUsers: Bounds = { ofAddress: 64 * MIB, inSum: 128 * MIB }
/** Of callers who are not, who sign in and open events: none of them takes the room of users. */
const ofAnyone: Bounds = { ofAddress: 4 * MIB, inSum: 32 * MIB }

/** Seconds after which a body that found no room may be sent again. */
const AGAIN = '5'

/** The room that one body takes. */
export interface Room {
  /** Takes so many bytes more. Throws 429 where the address holds too many, 503 where all do. */
  take(bytes: number): void
  /** Gives all of it back; after that, again does nothing. */
  release(): void
}

/** Room for the bodies of one kind of callers, by the name of their address. */
function roomsOf({ ofAddress, inSum }: Bounds): (address: string) => Room {
  const taken = new Map<string, number>()
  let sum = 0
  const add = (address: string, bytes: number) => {
    const now = (taken.get(address) ?? 0) + bytes
    sum += bytes
    if (now === 0) taken.delete(address)
    else taken.set(address, now)
  }
  return (address) => {
    let own = 0
    return {
      take(bytes) {
        if ((taken.get(address) ?? 0) + bytes > ofAddress)
          throw new Problem('rest_too_many_requests', {
            message: 'Too much is being sent from your address just now. Try again shortly.',
            headers: { 'Retry-After': AGAIN },
          })
        if (sum + bytes > inSum)
          throw new Problem('rest_unavailable', {
            message: 'Too much is being sent just now. Try again shortly.',
            headers: { 'Retry-After': AGAIN },
          })
        add(address, bytes)
        own += bytes
      },
      release() {
        add(address, -own)
        own = 0
      },
    }
  }
}

/** The room for bodies in one application: `isUser` tells whose share a body is taken from. */
export function bodyBudget(): (address: string, isUser: boolean) => Room {
  const [users, anyone] = [roomsOf(ofUsers), roomsOf(ofAnyone)]
  return (address, isUser) => (isUser ? users(address) : anyone(address))
}
