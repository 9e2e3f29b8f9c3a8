/** The queue of what waits for a decision: side by side with what it resembles, decided with few keys. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { faultOf } from '../api/faults.ts'
import { TextField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tell } from '../parts/notice.tsx'
import { Wrong } from '../parts/wrong.tsx'
import { Title } from '../shell/title.tsx'
import { t } from '../words/index.ts'
import { type Decision, decide, listWaiting, type Waiting } from './review.ts'

const venueOf = ({ event }: Waiting) => [event.venue].flat()[0]

/** What the entry says of itself. */
function Facts({ entry }: { readonly entry: Waiting }) {
  const { event, submission } = entry
  const venue = venueOf(entry)
  return (
    <section aria-label={t('review.entry')}>
      <h2>{event.title}</h2>
      <p>
        {event.start_date} – {event.end_date}
      </p>
      {venue && 'venue' in venue && <p>{venue.venue}</p>}
      <p>{new DOMParser().parseFromString(event.description, 'text/html').body.textContent}</p>
      {submission !== undefined && submission.image_url !== '' && (
        <img src={new URL(submission.image_url).pathname} alt={t('review.image')} width={240} />
      )}
      {submission !== undefined && (
        <p class="detail">
          {t('review.by', { name: submission.submitter.name, email: submission.submitter.email })}
        </p>
      )}
      {submission?.is_proven === false && <p class="detail">{t('review.unproven')}</p>}
      {submission !== undefined && submission.unknown_terms.length > 0 && (
        <p class="detail">{t('review.terms', { names: submission.unknown_terms.join(', ') })}</p>
      )}
      <Link to={`/events/${event.id}`}>{t('edit-named', { name: event.title })}</Link>
    </section>
  )
}

/** What the entry resembles. */
function Similar({ entry: { submission } }: { readonly entry: Waiting }) {
  const similar = submission?.similar ?? []
  return (
    <section aria-label={t('review.similar')}>
      <h2>{t('review.similar')}</h2>
      {similar.length === 0 && <p class="empty">{t('review.similar.none')}</p>}
      <ul class="lines">
        {similar.map(({ id, title, start_date, venue }) => (
          <li key={id} class="line">
            <Link to={`/events/${id}`}>{title}</Link>
            <span class="detail">
              {start_date} {venue}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Calls the function of a letter that is pressed outside of fields. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = current.current[event.key]
      if (act === undefined || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

interface EntryProps {
  readonly entry: Waiting
  readonly move: (by: 1 | -1) => void
  readonly decided: () => void
}

/** One entry with its decisions. */
function Entry({ entry, move, decided }: EntryProps) {
  const [message, setMessage] = useState('')
  const [fault, setFault] = useState<string | undefined>(undefined)
  const act = (decision: Decision) => {
    decide(entry, decision, message.trim()).then(
      () => {
        tell(t(`review.done.${decision}`, { title: entry.event.title }))
        decided()
      },
      (error: unknown) => setFault(faultOf(error).message),
    )
  }
  const write = () => document.querySelector<HTMLElement>('.review [name=message]')?.focus()
  useKeys({ j: () => move(1), k: () => move(-1), a: () => act('approve'), m: write })
  return (
    <div class="review">
      <div class="beside">
        <Facts entry={entry} />
        <Similar entry={entry} />
      </div>
      <Wrong>{fault}</Wrong>
      <TextField
        name="message"
        label={t('review.message')}
        hint={t('review.message.hint')}
        value={message}
        rows={3}
        onInput={setMessage}
      />
      <div class="actions">
        <button type="button" class="main" onClick={() => act('approve')}>
          {t('review.approve')}
        </button>
        {entry.submission !== undefined && (
          <button type="button" disabled={message.trim() === ''} onClick={() => act('ask')}>
            {t('review.ask')}
          </button>
        )}
        <button type="button" class="danger" onClick={() => act('reject')}>
          {t('review.reject')}
        </button>
        <button type="button" class="quiet" onClick={() => move(1)}>
          {t('review.next')}
        </button>
      </div>
      <p class="hint">{t('review.keys')}</p>
    </div>
  )
}

/** The view of the queue. */
export function Review() {
  const loaded = useLoaded(listWaiting, [])
  const [at, setAt] = useState(0)
  return (
    <>
      <Title text={t('review')} />
      <Shown of={loaded}>
        {(all) => {
          const index = all.length === 0 ? 0 : ((at % all.length) + all.length) % all.length
          const entry = all[index]
          if (entry === undefined) return <p class="empty">{t('review.none')}</p>
          return (
            <>
              <p class="detail">{t('review.place', { number: index + 1, all: all.length })}</p>
              <Entry key={entry.key} entry={entry} move={(by) => setAt(index + by)} decided={loaded.reload} />
            </>
          )
        }}
      </Shown>
    </>
  )
}
