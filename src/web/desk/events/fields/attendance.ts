/** How people take part in an event. */
import type { EventDraft } from '../draft.ts'
import { choiceText } from './choice-text.ts'
import { joinedLine } from './value-lines.ts'

/** How people take part, in one line; nothing on site. */
export const attendanceLine = ({ attendance_mode, online_url }: EventDraft): string =>
  joinedLine(attendance_mode === 'offline' ? '' : choiceText('attendance_mode', attendance_mode), online_url)

/** The field with the answer to what readers ask of an outcome: why, or where to. */
export const fieldAskedForEventStatus = (outcome: EventDraft['event_status']) =>
  outcome === 'moved_online' ? 'online_url' : 'status_reason'
