/** The part of the desk with events: the list and the form. */
import { EventEditor } from '../events/editor.tsx'
import { EventList } from '../events/list/list.tsx'
import { idInPath, type ViewRoute } from './route.ts'

export const eventViews: readonly ViewRoute[] = [
  [/^\/events$/, () => <EventList />],
  [/^\/events\/(new|\d+)$/, (id = '') => <EventEditor key={id} id={idInPath(id)} />],
]
