/** The part of the desk with events: the list and the form. */
import { EventEditor } from '../events/editor.tsx'
import { EventList } from '../events/list/list.tsx'
import { idOfPathPart, type ViewRoute } from './parts.ts'
import '../main.tsx'

/** The routes of the views of events: their list, and the form. */
export const eventViewRoutes: readonly ViewRoute[] = [
  [/^\/events$/, () => <EventList />],
  [/^\/events\/(new|\d+)$/, (id = '') => <EventEditor key={id} id={idOfPathPart(id)} />],
]
