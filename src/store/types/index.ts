/** The types of what the store takes and gives, for the files inside of it; `store.ts` is the door. */
export type {
  CategoryRecord,
  EventRecord,
  GroupRecord,
  MediaRecord,
  OrganizerRecord,
  PageRecord,
  ProposalState,
  RemoteEventOrigin,
  StoredImageSize,
  TagRecord,
  VenueRecord,
} from '../tables.ts'
export type * from './federation.ts'
export type * from './followers.ts'
export type * from './items.ts'
export type * from './log.ts'
export type * from './people.ts'
export type * from './proposals.ts'
export type * from './queries.ts'
