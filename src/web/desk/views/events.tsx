import { editorKey } from '../edited/made.ts'
import { EventEditor } from '../events/editor.tsx'
import { EventList } from '../events/list/list.tsx'
import { idOfPathPart, type ViewRoute } from './parts.ts'
import '../main.tsx'

export const eventViewRoutes: readonly ViewRoute[] = [
  [/^\/events$/, () => <EventList />],
  [
    /^\/events\/(new|\d+)$/,
    (id = '') => <EventEditor key={editorKey(`/events/${id}`)} id={idOfPathPart(id)} />,
  ],
]
