/** Examples of args, which `words/en/examples.json` has. They belong to the calendar of the example bodies, which together create a calendar with one event. */

import examples from '../../words/en/examples.json' with { type: 'json' }
import { examplesByFieldName, filterExamples } from '../resources/fields/index.ts'
import type { JsonObject } from './document.ts'

/** Example body of a sign-in. */
export const signInExample = { login: 'ada', password: 'correct horse battery' }

/** Example fields of an import form. */
export const importExample = { file: 'season.ics', source: 'opera.example.org', dry_run: true }

/** Examples of the filters of lists and feeds, by arg. */
const ofFilters: JsonObject = { ...filterExamples, ...examples.filters }

/** Examples of all other args, by `arg` or by `action.arg`. */
const ofArgs: JsonObject = { ...examplesByFieldName, ...examples.args }

/** Returns the example for an arg of an action. Undefined if it is missing, which a test reports. */
export function exampleOfArgNamed(name: string, action: string): unknown {
  // Feeds accept the same filters as lists.
  const filter = action === 'list' || action === 'feed' ? ofFilters[name] : undefined
  return filter ?? ofArgs[`${action}.${name}`] ?? ofArgs[name]
}
