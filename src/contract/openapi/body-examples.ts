/** Examples of request bodies. Together they create a calendar with one event. */
import type { JsonObject } from './document.ts'

/** Example body of a sign-in. */
export const signInExample = { login: 'ada', password: 'correct horse battery' }

/** Maps an action to the schema of its body and an example. */
export const bodySchemasAndExamplesByOperation: Readonly<
  Record<string, { readonly schema: string; readonly example: JsonObject } | undefined>
> = {
}

/** Example fields of an import form. */
export const importExample = { file: 'season.ics', source: 'opera.example.org', dry_run: true }
