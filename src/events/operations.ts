/** What helps to write events: a line read as an event, what a recurrence means, templates. */

import { knownIdByNameAndTown } from '../actions/linking/link.ts'
import { mayUserEdit } from '../actions/linking/references.ts'
import { previewRecurrence } from '../actions/series/preview.ts'
import { addTemplate, removeTemplate, renameTemplate, usableTemplates } from '../actions/templates.ts'
import { answer, named, type Revised, revisedAnswer } from '../api/answer.ts'
import { type ReadStore, serviceOperation } from '../api/operation.ts'
import { writersOf } from '../api/permission.ts'
import { type Actor, mayEdit, type OwnedItem, refusalProblem, rightsByRole } from '../api/policy.ts'
import { markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { eventAssigneeShapes } from '../contract/resources/event.ts'
import {
  anyObjectShape,
  booleanShape,
  integerOrNullShape,
  integerShape,
  listShape,
  objectShape,
  optionalShape,
  type Shape,
  sameShapeByName,
  textShape,
  timestampShape,
} from '../contract/shape.ts'
import { occurrenceCount } from '../domain/series/occurrences.ts'
import { recurrenceLineTexts } from '../domain/series/recurrence-lines.ts'
import { describeSeriesInWords } from '../domain/series/rule-text.ts'
import { compareText, foldedText } from '../domain/text/letters.ts'
import { regionOfLocale } from '../domain/time/locale.ts'
import type { Moment } from '../domain/time/moment.ts'
import { localeOnSite } from '../domain/time/site-locale.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { placesWithinTitle, readQuickEvent as readLine } from '../domain/typed/quick-event.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type { ActiveUser, EventTemplate } from '../store/store.ts'

// Whom an event may wait for (contract §23): the users who may edit it.

interface Given {
  readonly store: ReadStore
  readonly actor: Actor
  readonly moment: Moment
}

/** Returns the event, or one that the actor is about to make. Throws 403 or 404. */
async function itemOf(
  { event, group = 0 }: { readonly event?: number | undefined; readonly group?: number | undefined },
  { store, actor, moment }: Given,
): Promise<OwnedItem> {
  if (event === undefined) {
    const isOpen =
      group === 0 || rightsByRole[actor.role].edits === 'all' || actor.groups?.has(group) === true
    if (!isOpen) throw refusalProblem(actor)
    return { author: actor.id, status: 'draft', group_id: group === 0 ? null : group }
  }
  const record = await store.find('event', { id: event }, moment)
  if (record === undefined) throw new Problem('event-not-found')
  if (!mayEdit(actor, record)) throw refusalProblem(actor)
  return record
}

/**
 * Returns the users who may edit an event, by login; without an event or a group, only who edits the whole site learns of others. Throws 401,
 * 403 or 404.
 */
async function possibleAssignees(
  of: { readonly event?: number | undefined; readonly group?: number | undefined },
  given: Given,
): Promise<readonly ActiveUser[]> {
  const item = await itemOf(of, given)
  const { id, role } = given.actor
  const isOpen = of.event !== undefined || (of.group ?? 0) !== 0 || rightsByRole[role].edits === 'all'
  const users = await given.store.activeUsers(isOpen ? undefined : { id })
  return users.filter((user) => mayUserEdit(user, item))
}

declare module '../api/outside.ts' {
  interface Outside {
    /** The region of dates and hours, if one is set; that of the zone by default. */
    readonly region: string | undefined
  }
}

const writes = { scope: 'write:events', allows: writersOf('event') } as const
const dates = listShape(objectShape(sameShapeByName(textShape, 'start_date', 'end_date')))

const recurrencePreview = named('RecurrencePreview', {
  recurrence: listShape(textShape),
  text: textShape,
  total: integerOrNullShape,
  dates,
  has_more: booleanShape,
  rest: listShape(textShape),
})

export const previewOfRecurrence = serviceOperation({
  route: 'GET /recurrence',
  name: 'preview-recurrence',
  summary: 'Preview a recurrence',
  // Dates and zones are read as those of an event.
  args: {
    recurrence: markedAsExtension(required(kind.recurrence)),
    start_date: markedAsExtension(required(kind.date)),
    end_date: markedAsExtension(required(kind.date)),
    timezone: markedAsExtension(optional(kind.zone)),
    all_day: markedAsExtension(optional(kind.boolean, false)),
    from: markedAsExtension(optional(kind.date)),
  },
  answer: answer(recurrencePreview, 'The lines, the rule in words, and the first occurrences.'),
  right: writes,
  async run({ root, language, ...by }, { recurrence, ...times }) {
    const { series, dates, hasMore, rest } = previewRecurrence(recurrence, times, by)
    return {
      recurrence: recurrenceLineTexts(series.recurrence),
      text: describeSeriesInWords(series, language, root.locale),
      total: occurrenceCount(series),
      dates: dates.map(({ start, end }) => ({ start_date: start, end_date: end })),
      has_more: hasMore,
      rest: recurrenceLineTexts(rest),
    }
  },
})

const textOrNull: Shape<string | null> = { schema: { type: ['string', 'null'] } }
const quickEvent = named('QuickEvent', {
  title: textShape,
  ...sameShapeByName(textOrNull, 'start_date', 'end_date'),
  all_day: booleanShape,
  timezone: textShape,
  place: textShape,
  cost: optionalShape(textShape),
  recurrence: optionalShape(listShape(textShape)),
  alternatives: dates,
})

/** Parts a title from the name of a venue that the calendar knows, where no word announces the place. */
async function withKnownPlace(title: string, place: string, store: ReadStore, moment: Moment) {
  if (place !== '') return { title, place }
  for (const parted of placesWithinTitle(title)) {
    const known = await knownIdByNameAndTown(store, 'venue', { name: parted.place }, { moment })
    if (known !== undefined) return parted
  }
  return { title, place }
}

export const readQuickEvent = serviceOperation({
  route: 'GET /quick-event',
  name: 'read-quick-event',
  summary: 'Read a line as an event',
  args: { text: markedAsExtension(required(kind.title(200))) },
  answer: answer(quickEvent, 'The fields of an event, read from the line; nothing is stored.'),
  right: writes,
  async run({ store, moment, language, region, currency }, { text }) {
    const locale = localeOnSite(language, { zone: moment.zone, region })
    const read = readLine(text, { language, region: regionOfLocale(locale), currency }, moment)
    if (read.endsBeforeFirstDate !== undefined)
      throw invalidParam('text', because('no_date_until', { until: read.endsBeforeFirstDate }))
    const { title, place } = await withKnownPlace(read.title, read.place, store, moment)
    return {
      title,
      start_date: read.start ?? null,
      end_date: read.end ?? null,
      all_day: read.allDay,
      timezone: moment.zone,
      place,
      ...(read.cost !== undefined && { cost: read.cost }),
      ...(read.recurrence && { recurrence: read.recurrence }),
      alternatives: read.alternatives.map(({ start, end }) => ({ start_date: start, end_date: end })),
    }
  },
})

const assignees = named('AssigneeList', { assignees: listShape(objectShape(eventAssigneeShapes)) })

/** The most users of one answer. */
const MOST_ASSIGNEES = 50

export const listAssignees = serviceOperation({
  route: 'GET /assignees',
  name: 'list-assignees',
  summary: 'List whom an event may wait for',
  args: {
    event: markedAsExtension(optional(kind.integer(1))),
    group: markedAsExtension(optional(kind.integer(0))),
    search: markedAsExtension(optional(kind.text(200))),
  },
  answer: answer(
    assignees,
    'Who may be named, by name. Without an event or a group, only the caller, but for who edits the whole site.',
  ),
  right: { ...writes, scope: 'read' },
  problems: ['event-not-found'],
  async run(given, { search = '', ...of }) {
    const found = foldedText(search)
    const users = await possibleAssignees(of, given)
    return {
      assignees: users
        .filter(({ login, display_name }) => foldedText(`${display_name} ${login}`).includes(found))
        .sort((a, b) => compareText(foldedText(a.display_name), foldedText(b.display_name)))
        .slice(0, MOST_ASSIGNEES)
        .map(({ id, login, display_name }) => ({ id, login, display_name })),
    }
  },
})

const template = named('Template', {
  id: integerShape,
  name: textShape,
  group: integerShape,
  fields: anyObjectShape,
  modified_utc: timestampShape,
})
const templates = named('TemplateList', { templates: listShape(template) })
const name = markedAsExtension(required(kind.title(200)))

const shownTemplate = ({ id, name, group_id, fields, modified_utc }: EventTemplate) => ({
  id,
  name,
  group: group_id ?? 0,
  fields: Object(JSON.parse(fields)),
  modified_utc: utcTimestampOfEpoch(modified_utc),
})

const shownWrite = ({ result, revision }: Revised<EventTemplate>) => ({
  result: shownTemplate(result),
  revision,
})

export const listTemplates = serviceOperation({
  route: 'GET /templates',
  name: 'list-templates',
  summary: 'List the templates of events',
  args: {},
  answer: answer(templates, 'The templates of the site and of groups that the caller may use, by name.'),
  right: { ...writes, scope: 'read' },
  run: async (given) => ({ templates: (await usableTemplates(given)).map(shownTemplate) }),
})

export const addNewTemplate = serviceOperation({
  route: 'POST /templates',
  name: 'add-template',
  summary: 'Keep a template of events',
  args: {
    name,
    group: markedAsExtension(optional(kind.integer(0))),
    fields: markedAsExtension(required(kind.templateFields)),
  },
  body: {
    schema: 'NewTemplate',
    example: {
      name: 'Reading',
      group: 3,
      fields: { title: 'Reading', categories: ['Literature'], cost: '8' },
    },
  },
  answer: revisedAnswer(template, 'The new template.', { status: 201, did: 'created' }),
  right: writes,
  run: async (given, sent) => shownWrite(await addTemplate(sent, given)),
})

export const renameOneTemplate = serviceOperation({
  route: 'PATCH /templates/{id}',
  name: 'rename-template',
  summary: 'Rename a template',
  args: { name },
  takes: 'whole',
  body: { schema: 'TemplateName', example: { name: 'Reading in the cellar' } },
  answer: revisedAnswer(template, 'The template with its new name.', { did: 'updated' }),
  right: writes,
  problems: ['template-not-found'],
  run: async ({ id, ...given }, { name }) => shownWrite(await renameTemplate(id, name, given)),
})

export const removeOneTemplate = serviceOperation({
  route: 'DELETE /templates/{id}',
  name: 'remove-template',
  summary: 'Delete a template',
  args: {},
  answer: revisedAnswer(template, 'The template as it stood.'),
  right: writes,
  problems: ['template-not-found'],
  run: async ({ id, ...given }) => shownWrite(await removeTemplate(id, given)),
})
