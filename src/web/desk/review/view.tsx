/** The review queue. It compares each entry with similar items, and can be worked through with the keyboard. */
import { useState } from 'preact/hooks'
import { faultOf } from '../api/faults.ts'
import { TextField } from '../parts/field.tsx'
import { useKeys } from '../parts/keys.ts'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tell } from '../parts/notice.tsx'
import { Wrong } from '../parts/wrong.tsx'
import { Title } from '../shell/title.tsx'
import { t } from '../words/index.ts'
import { Changed, Facts, Similar } from './facts.tsx'
import { type Decision, decide, listWaiting, type Waiting } from './review.ts'

interface EntryProps {
  readonly entry: Waiting
  readonly move: (by: 1 | -1) => void
  readonly decided: () => void
}

/** One entry with the buttons for its decisions. */
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
  // A rejection should have a reason. Without one, the key moves the focus to the message.
  const withWords = (decision: Decision) => () => (message.trim() === '' ? write() : act(decision))
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    m: write,
    a: () => act('approve'),
    q: withWords('ask'),
    r: withWords('reject'),
  })
  return (
    <div class="review">
      <div class="beside">
        <Facts entry={entry} />
        <Similar entry={entry} />
      </div>
      <Changed entry={entry} />
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
        <button type="button" disabled={message.trim() === ''} onClick={() => act('ask')}>
          {t('review.ask')}
        </button>
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

/** The review queue. */
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
