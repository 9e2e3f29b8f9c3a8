/** Adds what became of an event, how it is attended, its online address and its oldest start (contract §11). */
import { addColumn, type Migration } from './migration.ts'

export const eventOutcome: Migration = {
  name: '016-event-outcome',
  async up(db) {
    await addColumn(db, 'events', 'event_status', "text not null default 'scheduled'")
    await addColumn(db, 'events', 'previous_start_date', "text not null default ''")
    await addColumn(db, 'events', 'attendance_mode', "text not null default 'offline'")
    await addColumn(db, 'events', 'online_url', "text not null default ''")
  },
}
