/** The responses of the API, with types from its published schema. */
import type { components } from '../../../../clients/typescript/src/schema.ts'

type Schemas = components['schemas']

export type EventItem = Schemas['Event']
export type Assignee = Schemas['AssigneeOfEvent']
export type Venue = Schemas['Venue']
export type Organizer = Schemas['Organizer']
export type Category = Schemas['Category']
export type Tag = Schemas['Tag']
export type Group = Schemas['Group']
export type Term = Category | Tag
export type OwnPage = Schemas['Page']
export type Media = Schemas['Media']
export type Image = Schemas['Image']
export type Ticket = Schemas['Ticket']
export type Settings = Schemas['Settings']
export type Upkeep = Schemas['Upkeep']
export type Demo = Schemas['Demo']
export type RemovedDemo = Schemas['RemovedDemo']
export type QuickEventReading = Schemas['QuickEvent']
export type Places = Schemas['Places']
export type RecurrencePreview = Schemas['RecurrencePreview']
export type Session = Schemas['Session']
export type EventPublicationStatus = EventItem['status']
export type ProblemBody = Schemas['Problem']

/** The items that can be linked to events, and their collections. */
interface Linked {
  readonly venues: Venue
  readonly organizers: Organizer
}
export type VenueOrOrganizerCollection = keyof Linked
