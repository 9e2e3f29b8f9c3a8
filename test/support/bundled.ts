/** What browsers load is bundled anew before the first test. */
export { bundle as setup } from '../../scripts/bundle.ts'
