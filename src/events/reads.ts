/** The reads of events and series, in the order of the index. */

import { findEventPage, tryPasswordOnListedEvents } from '../actions/list.ts'
import { listWindow } from '../actions/listing/list-query.ts'
import { readEventAt } from '../actions/read.ts'
import { itemAnswer, itemsAnswer } from '../api/answer.ts'
import { operation, readingOutsideViews } from '../api/operation.ts'
import { series as declaredSeries, event } from '../contract/resources/event.ts'
import { shownLanguageArgs } from '../contract/resources/shared.ts'
import { history, listing, reading } from '../items/shared.ts'
import { events, mayList, mayRead, mayReadHistory, series } from './json.ts'

export const listEvents = operation({
  route: 'GET /events',
  of: events,
  summary: 'List events',
  args: event.listArgs,
  answer: itemsAnswer(events, 'A page of the list.'),
  right: mayList,
  // Filters can name hidden events.
  problems: ['event-archive-page-not-found', 'rest_forbidden_status', 'rest_not_logged_in'],
  opened: tryPasswordOnListedEvents,
  window: (args, moment) => listWindow('event', args, moment),
  page: findEventPage,
  ...listing(events),
})

export const readEvent = readingOutsideViews({
  route: 'GET /events/{id}',
  of: events,
  summary: 'Read an event',
  args: { ...event.byId, ...shownLanguageArgs },
  answer: itemAnswer(events, 'The item.'),
  right: mayRead('event'),
  problems: ['event-not-accessible', 'event-password-protected', 'event-no-longer-available'],
  find: ({ address, matches, ...by }) => readEventAt(address, by, matches),
})

export const readEventBySlug = readingOutsideViews({
  route: 'GET /events/by-slug/{slug}',
  of: events,
  summary: 'Read an event',
  args: shownLanguageArgs,
  answer: itemAnswer(events, 'The item.'),
  right: mayRead('event'),
  problems: ['event-not-accessible', 'event-password-protected'],
  find: ({ address, matches, ...by }) => readEventAt(address, by, matches),
})

export const readEventByUid = readingOutsideViews({
  route: 'GET /events/by-uid/{uid}',
  of: events,
  summary: 'Read an event',
  args: shownLanguageArgs,
  answer: itemAnswer(events, 'The item.'),
  right: mayRead('event'),
  problems: ['event-not-accessible', 'event-password-protected', 'event-no-longer-available'],
  find: ({ address, matches, ...by }) => readEventAt(address, by, matches),
})

export const eventHistory = history(events, {
  right: mayReadHistory('event'),
  problems: ['event-no-longer-available'],
})

export const listSeries = operation({
  route: 'GET /series',
  of: series,
  summary: 'List series',
  args: declaredSeries.listArgs,
  answer: itemsAnswer(series, 'A page of the list.'),
  right: mayList,
  // Filters can name hidden events.
  problems: ['series-archive-page-not-found', 'rest_forbidden_status', 'rest_not_logged_in'],
  window: (args, moment) => listWindow('series', args, moment),
  // The next date of a series is another one as soon as it has begun.
  dependsOnClock: () => true,
  ...listing(series),
})

export const readSeries = reading(series, 'Read a series', {
  right: mayRead('series'),
  problems: ['series-not-accessible', 'series-no-longer-available'],
  dependsOnClock: () => true,
})

export const seriesHistory = history(series, {
  right: mayReadHistory('series'),
  problems: ['series-no-longer-available'],
})
