/** Moves an event of the list by a key. */
import { DAY_MINUTES } from '../../calendar/days.ts'
import { saveTimeShiftOfEvent } from '../../calendar/moving/move.ts'
import { isTyping } from '../../keys/typing.ts'
import type { ListedEvent } from './listed.ts'

/** Returns what moves an event by a day: `Shift` and an arrow to either side, as in the calendar. */
export const keyHandlerToMoveEventByOneDay =
  (event: ListedEvent, after: () => void) => (pressed: KeyboardEvent) => {
    const by = { ArrowLeft: -DAY_MINUTES, ArrowRight: DAY_MINUTES }[pressed.key]
    const isOther = !pressed.shiftKey || pressed.altKey || pressed.ctrlKey || pressed.metaKey
    if (by === undefined || isOther || isTyping(pressed)) return
    pressed.preventDefault()
    void saveTimeShiftOfEvent(event.id, { start: by, end: by }, after)
  }
