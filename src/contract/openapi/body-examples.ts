/** Examples of request bodies. Together they create a calendar with one event. */

/** Example body of a sign-in. */
export const signInExample = { login: 'ada', password: 'correct horse battery' }

/** Example fields of an import form. */
export const importExample = { file: 'season.ics', source: 'opera.example.org', dry_run: true }
