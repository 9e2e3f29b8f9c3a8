/** Tells the user at once that another user has saved the edited event. */
import { useEffect, useState } from 'preact/hooks'
import { apiUrl } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { loadOwnTexts } from '../translating/translation.ts'
import { t } from '../words/index.ts'
import type { EventEditingState, EventEditorProps } from './editing.ts'

/** Milliseconds to wait for the response to the user's own save. */
const SETTLED_AFTER = 1000

/** Milliseconds until a stream that the server refused to continue is opened anew. */
const OPENED_AFTER = 5000

/** A revision above the current one, so that the stream starts now. */
const fromNow = () => new EventSource(apiUrl('/changes/stream', { since: Number.MAX_SAFE_INTEGER }))

async function isNews(state: EventEditingState): Promise<boolean> {
  // As the form loads it: shown in another way, it would always differ.
  const { body } = await loadOwnTexts<EventItem>(`/events/${state.id}`)
  return !state.isSaving.value && JSON.stringify(body) !== JSON.stringify(state.event.value)
}

/** Follows the stream of changes, and calls `look` when the event with the id may have changed. Returns a function that ends it. */
function followChanges(id: number, look: () => void): () => void {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let opening: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(opening)
    stream?.close()
  }
  const follow = () => {
    stream = fromNow()
    stream.onmessage = ({ data }) => {
      const change = JSON.parse(data)
      if (change.resource !== 'event' || change.id !== id) return
      clearTimeout(timer)
      timer = setTimeout(look, SETTLED_AFTER)
    }
    // A browser reconnects by itself, unless the server answers that too much has changed since.
    stream.onerror = () => {
      if (stream?.readyState === EventSource.CLOSED) opening = setTimeout(begin, OPENED_AFTER)
    }
  }
  const begin = () => {
    follow()
    look()
  }
  // Browsers limit the connections of all tabs together, so a hidden tab closes its connection.
  const onVisibility = () => {
    close()
    if (document.visibilityState !== 'hidden') begin()
  }
  follow()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(timer)
    close()
  }
}

function useNews({ state }: EventEditorProps): boolean {
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    setChanged(false)
    if (state.id === undefined || typeof EventSource === 'undefined') return undefined
    return followChanges(state.id, () => void isNews(state).then(setChanged, () => {}))
  }, [state])
  return isChanged
}

/** The message, with a button that loads the new version if there are no unsaved changes. */
export function ChangedElsewhere(props: EventEditorProps) {
  const isChanged = useNews(props)
  if (!isChanged) return null
  const hasOwn = props.state.isChanged.value
  return (
    <div class="kept" role="status">
      <p>{t(hasOwn ? 'elsewhere.own' : 'elsewhere')}</p>
      {!hasOwn && (
        <button type="button" class="main" onClick={props.reload}>
          {t('elsewhere.show')}
        </button>
      )}
    </div>
  )
}
