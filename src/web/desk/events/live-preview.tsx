/** How readers will see the event, with what is not saved yet. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { imageWithTypedTexts } from '../media/typed-image-texts.ts'
import { useLoaded } from '../parts/loaded.tsx'
import { domNodesOfHtml } from '../parts/markup.ts'
import { loadAllCategories } from '../terms/terms.ts'
import { dateTimeText, dayText, timeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import type { EventDraft } from './draft.ts'
import { choiceText } from './fields/choice-text.ts'
import { nameOfDraftLink } from './fields/value-lines.ts'

/** When it takes place, as pages say it. */
function whenLine({ start_date, end_date, all_day, no_end_time }: EventDraft): string {
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10)
  if (all_day) return isOneDay ? dayText(start_date) : `${dayText(start_date)} – ${dayText(end_date)}`
  if (no_end_time) return dateTimeText(start_date)
  return `${dateTimeText(start_date)} – ${isOneDay ? timeText(end_date) : dateTimeText(end_date)}`
}

function CategoryNames({ ids }: { readonly ids: readonly number[] }) {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  const names = all.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return names.length === 0 ? null : <p class="of">{names.join(' · ')}</p>
}

/** The text, made node by node as in the field: nothing of it runs or loads. */
function Text({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.replaceChildren(...domNodesOfHtml(html)), [html])
  return <div class="text" ref={box} />
}

/** The card of the event. */
export function LivePreview({ draft }: { readonly draft: EventDraft }) {
  const { title, image, event_status, venue, cost, categories, description, excerpt } = draft
  return (
    <section class="live" aria-label={t('preview')}>
      <h2>{t('preview')}</h2>
      <article>
        {image && <img src={image.url} alt={imageWithTypedTexts(image).alt_text} loading="lazy" />}
        <div class="body">
          {event_status !== 'scheduled' && <p class="outcome">{choiceText('event_status', event_status)}</p>}
          <CategoryNames ids={categories} />
          <p class="headline">{title}</p>
          <p>{whenLine(draft)}</p>
          {venue.length > 0 && <p>{listText(venue.map(nameOfDraftLink))}</p>}
          {cost.trim() !== '' && <p>{cost}</p>}
          <Text html={excerpt.trim() === '' ? description : excerpt} />
        </div>
      </article>
    </section>
  )
}
