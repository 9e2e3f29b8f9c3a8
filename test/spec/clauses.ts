/** The clauses of the contract by number and name. docs/conformance.md lists the tests of each clause. */

const named: Readonly<Record<string, string>> = {
  '0': 'Addresses',
  '0.1': 'Environment',
  '1': 'Representations',
  '1.1': 'Event',
  '1.2': 'Venue',
  '1.3': 'Organizer',
  '1.4': 'Category, tag',
  '1.5': 'Date details',
  '1.6': 'Image and media',
  '1.7': 'Cost',
  '1.8': 'json_ld',
  '1.9': 'Collection',
  '1.10': 'Protected events',
  '2.1': 'Mechanics of args',
  '2.2': 'Args of each route',
  '2.3': 'Dates',
  '2.4': 'Time zones',
  '2.5': 'The rest',
  '3.1': 'The date window of events',
  '3.2': 'Other filters of events',
  '3.3': 'Search',
  '3.4': 'Venues and organizers',
  '3.5': 'Terms',
  '4.1': 'Create',
  '4.2': 'Update',
  '4.3': 'Status',
  '4.4': 'Slugs',
  '4.5': 'Linked venues and organizers',
  '4.6': 'Images by address',
  '4.7': 'Passwords of events',
  '4.8': 'HTML',
  '5': 'Access',
  '6': 'Errors',
  '7': 'Index, OPTIONS, documentation',
  '8': 'HTTP',
  '10.1': 'Making a series',
  '10.2': 'What an event shows of its series',
  '10.3': 'Changing a series',
  '10.4': 'Series out and in',
  '10.5': 'Examples of series',
  '11': 'What became of an event',
  '13': 'Changes and webhooks',
}

/** Clause number → name. Each acceptance example is a separate clause. */
export const clauses: Readonly<Record<string, string>> = {
  ...named,
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`9.${at + 1}`, `Acceptance example ${at + 1}`]),
  ),
}

/** Test files that cover a whole clause without its number in their titles. */
export const wholeFiles: Readonly<Record<string, string>> = {
  'test/config.test.ts': '0.1',
  'test/domain/cost.test.ts': '1.7',
  'test/spec/args.test.ts': '2.2',
  'test/domain/date-text.test.ts': '2.3',
  'test/domain/time-zone.test.ts': '2.4',
  'test/domain/window.test.ts': '3.1',
  'test/domain/search-words.test.ts': '3.3',
  'test/domain/slug.test.ts': '4.4',
  'test/domain/html.test.ts': '4.8',
}

/** Clauses that this version does not implement, and why. The docs list them as not implemented. */
export const notYet: Readonly<Record<string, string>> = {}
