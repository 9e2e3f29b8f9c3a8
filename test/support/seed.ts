/** Property tests draw their cases from the seed of the run. */
import fc from 'fast-check'
import { runSeed } from './run-seed.ts'

fc.configureGlobal({ seed: runSeed() })
