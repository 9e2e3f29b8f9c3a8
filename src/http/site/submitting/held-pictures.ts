/**
 * Pictures of forms that are not sent yet: browsers don't send a file again with the next page. They are kept in the memory of the process
 * that takes forms, for an hour, within bounds; a picture that is gone is asked for again.
 */
import { randomBytes } from 'node:crypto'
import type { Upload } from '../../../contract/kinds.ts'

/** Seconds for which a picture is kept. */
const MAX_AGE = 3600
/** The most bytes of all pictures, and the most pictures of one address. Beyond them, the oldest go. */
const MAX_BYTES = 64 * 1_048_576
const MAX_OF_SENDER = 3

/** A picture that is kept. */
interface HeldPicture {
  readonly file: Upload
  /** It in small, as a `data:` address. */
  readonly small: string
}

interface Held extends HeldPicture {
  readonly sender: string
  readonly until: number
}

/** The pictures that are kept; `now` are the seconds of a monotonic clock. */
export interface HeldPictures {
  /** Keeps a picture. Returns the secret by which it is found. */
  hold(picture: HeldPicture, sender: string, now: number): string
  find(secret: string, now: number): HeldPicture | undefined
  drop(secret: string): void
}

const sizeOf = ({ file, small }: HeldPicture) => file.bytes.length + small.length

/** Returns a place for pictures, empty at first. */
export function newHeldPictures(): HeldPictures {
  const held = new Map<string, Held>()
  let bytes = 0
  const drop = (secret: string) => {
    const one = held.get(secret)
    if (one !== undefined) bytes -= sizeOf(one)
    held.delete(secret)
  }
  const dropOld = (now: number) => {
    for (const [secret, { until }] of held) if (until <= now) drop(secret)
  }
  return {
    hold(picture, sender, now) {
      dropOld(now)
      const own = [...held].filter(([, one]) => one.sender === sender)
      for (const [secret] of own.slice(0, Math.max(0, own.length - MAX_OF_SENDER + 1))) drop(secret)
      for (const [oldest] of held) if (bytes + sizeOf(picture) > MAX_BYTES) drop(oldest)
      const secret = randomBytes(24).toString('base64url')
      held.set(secret, { ...picture, sender, until: now + MAX_AGE })
      bytes += sizeOf(picture)
      return secret
    },
    find(secret, now) {
      dropOld(now)
      return held.get(secret)
    },
    drop,
  }
}
