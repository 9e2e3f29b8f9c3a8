/** Moves events and what belongs to their time on the wall clock. */
import type { Ticket } from '../../contract/tickets-and-custom-fields.ts'
import { plusSeconds } from '../../domain/time/timestamp.ts'
import type { EventRecord } from '../../store/store.ts'

const moved = (wall: string, seconds: number) => (wall === '' ? '' : plusSeconds(wall, seconds))

/** The times of an event as args: wall clocks in its own zone. */
interface ShiftedTimes {
  readonly start_date: string
  readonly end_date: string
  readonly tickets: readonly Ticket[]
}

/** Returns the times of an event moved by so many seconds on the wall clock, the validity of its tickets included. */
export function eventTimesShiftedBySeconds(
  { start_date, end_date, tickets }: Pick<EventRecord, 'start_date' | 'end_date' | 'tickets'>,
  seconds: number,
): ShiftedTimes {
  return {
    start_date: moved(start_date, seconds),
    end_date: moved(end_date, seconds),
    tickets: tickets.map((ticket) => ({
      ...ticket,
      valid_from: moved(ticket.valid_from, seconds),
      valid_through: moved(ticket.valid_through, seconds),
    })),
  }
}
