/** <fasti-calendar>: a list or month of events on another website. It requests the JSON API and creates its nodes itself. */
import { FastiCalendar } from './calendar.ts'

if (customElements.get('fasti-calendar') === undefined) customElements.define('fasti-calendar', FastiCalendar)
