/** The part of the desk that shows and decides on many events: the calendar, reviews, the trash. */
import { CalendarView } from '../calendar/view.tsx'
import { MainInbox } from '../groups/inbox.tsx'
import { TrashView } from '../items/trash.tsx'
import { ReviewQueueView } from '../review/view.tsx'
import type { ViewRoute } from './parts.ts'
import '../main.tsx'

export const calendarReviewAndTrashViewRoutes: readonly ViewRoute[] = [
  [/^\/calendar$/, () => <CalendarView />],
  [/^\/main-calendar$/, () => <MainInbox />],
  [/^\/review$/, () => <ReviewQueueView />],
  [/^\/trash$/, () => <TrashView />],
]
