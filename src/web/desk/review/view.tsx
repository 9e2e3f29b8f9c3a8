/** The review queue. It compares each entry with similar items, and can be worked through with the keyboard. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { hasRoleAtLeast } from '../api/api.ts'
import { faultOfThrown, isOutdatedReviewFault } from '../api/faults.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import { usePersistentText } from '../kept/text.ts'
import { Button, KeyMark } from '../parts/button.tsx'
import { ErrorText, TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskGroupIdSignal } from '../route.ts'
import { useShortcutKeys } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { sizeText, t } from '../words/index.ts'
import { AuthorAndLaterChanges, ReviewEntryContent, SimilarItems } from './card.tsx'
import { ReviewQueue, useShownEntry } from './queue.tsx'
import {
  type Decision,
  hasReader,
  listReviewQueue,
  loadReviewedEntry,
  type ReviewedEntry,
  type ReviewQueueEntry,
  type SubmissionStorageUse,
  sendDecision,
} from './review.ts'

interface EntryProps<E extends ReviewQueueEntry> {
  readonly entry: E
  readonly move: (by: 1 | -1) => void
  /** Shows the next entry, once the queue is loaded again. */
  readonly passOn: () => void
  /** Loads the queue again: after a decision, or where the entry is not what was seen. */
  readonly reload: () => void
}

/** One entry, loaded anew with each queue. */
function Entry({ entry, ...rest }: EntryProps<ReviewQueueEntry>) {
  const seen = useLoaded(() => loadReviewedEntry(entry), [entry])
  useShortcutKeys({ j: () => rest.move(1), k: () => rest.move(-1) }, [
    ['j', t('review.next')],
    ['k', t('previous')],
  ])
  return <LoadedContent of={seen}>{(seen) => <SeenEntry entry={seen} {...rest} />}</LoadedContent>
}

function useDecisions({ entry, passOn, reload }: EntryProps<ReviewedEntry>) {
  // The message stays with its entry while others are read, and after a reload.
  const [message, setMessage] = usePersistentText(`review/${entry.key}`)
  const [fault, setFault] = useState<string | undefined>(undefined)
  // Until the list is read again, a second key press would decide a second time.
  const isDecided = useRef(false)
  useEffect(() => {
    isDecided.current = false
  }, [entry])
  const act = (decision: Decision) => {
    if (isDecided.current) return
    isDecided.current = true
    sendDecision(entry, decision, message.trim()).then(
      (response) => {
        setMessage('')
        notifyWithUndo(t(`review.done.${decision}`, { title: entry.event.title }), response, reload)
        passOn()
        reload()
      },
      (error: unknown) => {
        isDecided.current = false
        setFault(isOutdatedReviewFault(error) ? t('review.outdated') : faultOfThrown(error).message)
        if (isOutdatedReviewFault(error)) reload()
      },
    )
  }
  const write = () => document.querySelector<HTMLElement>('.review [name=message]')?.focus()
  const isRead = hasReader(entry)
  // A rejection should have a reason, if somebody reads it. Without one, the key moves the focus to the message.
  const withWords = (decision: Decision) => () => (isRead && message.trim() === '' ? write() : act(decision))
  // Nobody is asked about what nobody sent; elsewhere, the key would add an event.
  const ask = isRead ? withWords('ask') : write
  useShortcutKeys({ a: () => act('approve'), q: ask, r: withWords('reject'), m: write }, [
    ['a', t('review.approve')],
    ['r', t('review.reject')],
    ...(isRead
      ? ([
          ['q', t('review.ask')],
          ['m', t('review.message')],
        ] as const)
      : []),
  ])
  return { message, setMessage, fault, act, isRead }
}

function SeenEntry(props: EntryProps<ReviewedEntry>) {
  const { entry, move } = props
  const { message, setMessage, fault, act, isRead } = useDecisions(props)
  return (
    <div class="review">
      <div class="beside">
        <ReviewEntryContent entry={entry} reload={props.reload} />
        <div>
          <SimilarItems entry={entry} />
          <AuthorAndLaterChanges entry={entry} />
          <ErrorText>{fault}</ErrorText>
          {isRead && (
            <TextField
              name="message"
              label={t('review.message')}
              hint={t('review.message.hint')}
              value={message}
              rows={3}
              onInput={setMessage}
            />
          )}
          <div class="actions decide">
            <Button class="main" aria-keyshortcuts="a" onClick={() => act('approve')}>
              {t('review.approve')} <KeyMark of="a" />
            </Button>
            {isRead && (
              <Button aria-keyshortcuts="q" disabled={message.trim() === ''} onClick={() => act('ask')}>
                {t('review.ask')} <KeyMark of="q" />
              </Button>
            )}
            <Button class="danger" aria-keyshortcuts="r" onClick={() => act('reject')}>
              {t('review.reject')} <KeyMark of="r" />
            </Button>
            <Button aria-keyshortcuts="j" onClick={() => move(1)}>
              {t('review.next')} <KeyMark of="j" />
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}

function SpaceTaken({ space: { space_used, space_limit } }: { readonly space: SubmissionStorageUse }) {
  const space = { used: sizeText(space_used), most: sizeText(space_limit) }
  return <p class="detail">{t('review.space', space)}</p>
}

export function ReviewQueueView() {
  const group = deskGroupIdSignal.value
  const loaded = useLoaded(() => listReviewQueue(group), [group])
  const shown = useShownEntry()
  return (
    <>
      <ViewHeading text={t('review')} />
      <LoadedContent of={loaded}>
        {({ all, space }) => {
          const shownSpace = space && space.space_used > 0 && <SpaceTaken space={space} />
          const keys = all.map(({ key }) => key)
          const index = shown.indexIn(keys)
          const entry = all[index]
          if (entry === undefined && loaded.isLoading) return null
          if (entry === undefined)
            return (
              <>
                <div class="empty">
                  <p>{t('review.none')}</p>
                  {/* The space is known where the public may submit. */}
                  {space !== undefined ? (
                    <a class="button" href={`${deskSettings.root}/calendar/submit/`}>
                      {t('review.form')}
                    </a>
                  ) : (
                    hasRoleAtLeast('editor') && <p class="hint">{t('review.closed')}</p>
                  )}
                </div>
                {shownSpace}
              </>
            )
          return (
            <div class="review-desk">
              <ReviewQueue all={all} index={index} show={(at) => shown.show(keys, at)} />
              <div>
                {entry.question !== undefined && (
                  <p class="told" role="status">
                    {t('review.asked', { message: entry.question })}
                  </p>
                )}
                <Entry
                  key={entry.key}
                  entry={entry}
                  move={(by) => shown.show(keys, index + by)}
                  passOn={() => shown.passOn(entry.key)}
                  reload={loaded.reload}
                />
                {shownSpace}
              </div>
            </div>
          )
        }}
      </LoadedContent>
    </>
  )
}
