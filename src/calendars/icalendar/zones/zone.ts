/** A time zone as calendars are read in it. */
import { epochOfWall, wallAt } from '../../../domain/time/zones.ts'

/** Conversions between instants, in seconds since 1970 UTC, and wall clock times, as timestamps. */
export interface ZoneClock {
  epochOf(wall: string): number
  wallAt(epoch: number): string
  /** The zone to store for a time at that instant. */
  nameAt(epoch: number): string
  /** Whether only the offset before an unknown name tells of the zone, so that it has no clock changes. */
  readonly isOffsetAlone?: true
  /** The stored zone that has the same wall clock times between two instants; undefined if there is none. */
  during(from: number, to: number): string | undefined
}

/** Returns a zone by its stored name. */
export function zoneNamed(name: string): ZoneClock {
  return {
    epochOf: (wall) => epochOfWall(wall, name),
    wallAt: (epoch) => wallAt(epoch, name),
    nameAt: () => name,
    during: () => name,
  }
}
