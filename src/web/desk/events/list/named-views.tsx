/** Named views: filters and order of the list under a name. They are kept in this browser, for each user. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { currentUser } from '../../api/session.ts'
import { Form } from '../../kept/fields.tsx'
import { TextField } from '../../parts/field.tsx'
import { t } from '../../words/index.ts'

/** The queries of views by their names. */
type NamedQueries = Readonly<Record<string, string>>

const place = () => `fasti-desk-views:${currentUser()?.id ?? 0}`
const turn = signal(0)

function storedViews(): NamedQueries {
  turn.value
  return JSON.parse(localStorage.getItem(place()) ?? '{}') as NamedQueries
}

function store(views: NamedQueries): void {
  localStorage.setItem(place(), JSON.stringify(views))
  turn.value += 1
}

interface ViewsProps {
  /** The query of the shown list, without its page; empty for the usual list. */
  readonly query: string
  readonly show: (query: string) => void
}

function SaveView({ query }: Pick<ViewsProps, 'query'>) {
  const [name, setName] = useState('')
  const [isOpen, setOpen] = useState(false)
  const save = (event: Event) => {
    event.preventDefault()
    store({ ...storedViews(), [name.trim()]: query })
    setName('')
    setOpen(false)
  }
  return (
    <details class="pop" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('view.save')}</summary>
      <Form kept="events/views" class="sheet" onSubmit={save}>
        <TextField name="view-name" label={t('view.name')} value={name} onInput={setName} required />
        <button type="submit" class="main" disabled={name.trim() === ''}>
          {t('save')}
        </button>
      </Form>
    </details>
  )
}

/** The views, and a form to name the shown one. */
export function NamedViews({ query, show }: ViewsProps) {
  const views = Object.entries(storedViews())
  const current = views.find(([, stored]) => stored === query)?.[0]
  const remove = () =>
    store(Object.fromEntries(Object.entries(storedViews()).filter(([name]) => name !== current)))
  return (
    <nav class="named-views" aria-label={t('views')}>
      <button type="button" class="choice" aria-pressed={query === ''} onClick={() => show('')}>
        {t('view.usual')}
      </button>
      {views.map(([name, stored]) => (
        <button
          type="button"
          key={name}
          class="choice"
          aria-pressed={name === current}
          onClick={() => show(stored)}
        >
          {name}
        </button>
      ))}
      {current === undefined && query !== '' && <SaveView query={query} />}
      {current !== undefined && (
        <button type="button" class="quiet" onClick={remove}>
          {t('view.remove', { name: current })}
        </button>
      )}
    </nav>
  )
}
