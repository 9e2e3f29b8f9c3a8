/** The script of the pages. Everything works without it. */
import { offerFavourites } from './favourites.ts'
import { leaveOutBlanks, offerLocating, suggest } from './filters.ts'
import { searchAtOnce } from './live-search.ts'
import { tellOwnTime } from './own-time.ts'
import { offerSharing } from './sharing.ts'
import { offerSteps } from './steps.ts'
import { watchPage } from './watch.ts'

watchPage()
for (const place of document.querySelectorAll<HTMLElement>('[data-start]')) tellOwnTime(place)
offerSharing()
offerFavourites()
offerLocating()
for (const form of document.querySelectorAll<HTMLFormElement>('.live .filters')) searchAtOnce(form)
for (const form of document.querySelectorAll<HTMLFormElement>('.filtering .filters')) leaveOutBlanks(form)
for (const field of document.querySelectorAll<HTMLInputElement>('[data-suggest]')) suggest(field)
offerSteps()
