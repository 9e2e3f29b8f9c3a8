/** Calendars that are read again and again. The door of their room. */
import type { Room } from '../../api/room.ts'
import {
  addSubscription,
  changeSubscription,
  endOneSubscription,
  listSubscriptions,
  runSubscription,
} from './operations.ts'

export {
  changeSubscribedCalendar,
  hasFoundCalendar,
  type ImportSubscribedCalendarNow,
} from './subscriptions.ts'

export const subscriptionsRoom: Room = {
  name: 'subscriptions',
  operations: [listSubscriptions, addSubscription, changeSubscription, endOneSubscription, runSubscription],
}
