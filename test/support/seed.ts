/** Properties are tried with what is drawn from one seed, so that a run says the same as the last; long runs draw anew. */
import fc from 'fast-check'
import { isLong } from './dialect-names.ts'

if (!isLong()) fc.configureGlobal({ seed: 20_271_115 })
