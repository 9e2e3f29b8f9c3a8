/** Limits on the bytes of request bodies in memory: for each client address, and in total. */
import { because, Problem } from '../../problem.ts'

const MIB = 1_048_576

interface Bounds {
  readonly ofAddress: number
  readonly inSum: number
}

/** For authenticated users: one import of maximum size from each address, and two in total. */
const ofUsers: Bounds = { ofAddress: 64 * MIB, inSum: 128 * MIB }
/** For anonymous callers, who sign in, send event passwords or submit an event with a picture of up to 5 MiB. Separate, so that they cannot use up the users' budget. */
const ofAnyone: Bounds = { ofAddress: 6 * MIB, inSum: 32 * MIB }

/** Retry-After in seconds, when a body exceeds the budget. */
const AGAIN = '5'

/** The part of the budget that one body uses. */
export interface BodyReservation {
  /** Reserves more bytes. Throws 429 if the address exceeds its limit, 503 if the total does. */
  take(bytes: number): void
  /** Releases all reserved bytes. May be called more than once. */
  release(): void
}

/** The budget for one kind of callers, by the name of their address. */
function roomsOf({ ofAddress, inSum }: Bounds): (address: string) => BodyReservation {
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
            ...because('too_much_data_of_address'),
            headers: { 'Retry-After': AGAIN },
          })
        if (sum + bytes > inSum)
          throw new Problem('rest_unavailable', {
            ...because('too_much_data'),
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

/** The budget of one application. `isUser` selects the users' or the anonymous callers' limits. */
export function bodyReserver(): (address: string, isUser: boolean) => BodyReservation {
  const [users, anyone] = [roomsOf(ofUsers), roomsOf(ofAnyone)]
  return (address, isUser) => (isUser ? users(address) : anyone(address))
}
