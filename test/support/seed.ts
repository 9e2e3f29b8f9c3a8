/** Sets one seed for property tests, so that every run tries the same cases; long runs draw new cases. */
import fc from 'fast-check'
import { isLong } from './dialect-names.ts'

if (!isLong()) fc.configureGlobal({ seed: 20_271_115 })
